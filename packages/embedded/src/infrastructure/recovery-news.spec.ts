import { expect, it } from 'vitest';
import { recoveryNews } from './recovery-news.js';

it('a recovery is said to go on after ten seconds, and then more and more rarely', () => {
  const lines: string[] = [];
  const hear = recoveryNews((line) => lines.push(line));
  for (let seconds = 0; seconds <= 100; seconds += 1) hear(seconds * 1_000);
  expect(lines.map((line) => /\d+/.exec(line)?.[0])).toEqual(['10', '20', '40', '80']);
  expect(lines[0]).toBe(
    'PostgreSQL is recovering from a crash (10 s so far). If you stop it now, it has to start over.',
  );
});
