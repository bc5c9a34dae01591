import { expect, it } from 'vitest';
import type { Send } from './command-client.js';
import { demoConcepts } from './demo-data.js';
import { loadConcepts } from './load-concepts.js';

const now = new Date('2026-11-20T12:00:00Z');

it('the demo is loaded in order of time, because the audit shows the log’s order', async () => {
  const instants: number[] = [];
  const keys = new Set<string>();
  const send = async (...[, , options]: Parameters<Send>) => {
    instants.push(options?.occurredAt?.getTime() ?? 0);
    keys.add(options?.key ?? '');
    return { id: String(keys.size), position: String(instants.length) };
  };

  const last = await loadConcepts(demoConcepts, send as Send, now);

  expect(instants).toEqual(instants.toSorted((one, other) => one - other));
  expect(instants.length).toBeGreaterThan(100);
  expect([keys.size, last]).toEqual([instants.length, BigInt(instants.length)]);
});
