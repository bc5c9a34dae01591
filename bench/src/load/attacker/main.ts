import type { Attack } from '../attacks.js';
import { begin } from './begin.js';
import type { Seen } from './sockets.js';

/** An attacker in a separate process: it floods until it is told to stop, and then reports what it saw. */
const attack: Attack = JSON.parse(process.argv.at(-1) ?? '');
const seen: Seen = { requests: 0, connections: 0, answers: {} };

process.once('message', () => {
  process.send?.(seen, () => process.exit(0));
});
process.once('disconnect', () => process.exit(0));
begin(attack, seen);
