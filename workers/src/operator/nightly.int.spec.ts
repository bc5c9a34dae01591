import { streamOf } from '@groundswell/contracts';
import { connectEventStore } from '@groundswell/platform/event-store';
import { createTerminal } from '@groundswell/platform/operator';
import { type Stack, startStack } from '@groundswell/testing';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { added } from '../spec-kit/events.js';
import { openSandbox } from '../spec-kit/sandbox.js';
import { nightlyRun } from './nightly.js';

let sandbox: Awaited<ReturnType<typeof openSandbox>>;
let stack: Stack;
beforeAll(async () => {
  sandbox = await openSandbox();
  stack = await startStack({ eventStore: 'shared process' });
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await stack.stop();
  await sandbox.close();
});

/** Runs `nightly run` and returns its output. */
const run = (signal: AbortSignal) => {
  const variables = {
    DATABASE_URL: stack.databaseUrl,
    EVENTSTORE_URL: stack.eventStoreUrl,
    ALPACA_DATA_URL: sandbox.url,
    ALPACA_BROKER_URL: sandbox.url,
    ALPACA_KEY_ID: 'key',
    ALPACA_SECRET_KEY: 'secret',
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const definition = { name: 'nightly run', summary: '' };
  const said: string[] = [];
  const terminal = createTerminal(false, { write: (text) => said.push(text) }, { write: () => true });
  return {
    said,
    ended: nightlyRun({ definition, arguments: {}, options: {}, parameters: {}, terminal, signal }),
  };
};

/** A trend that holds one symbol. */
const hold = async (symbol: string) => {
  const eventStore = connectEventStore({ url: stack.eventStoreUrl });
  await eventStore.append(streamOf('concept', 'ocean'), [added(symbol, '2026-11-10T12:00:00.000Z')], {
    expectedRevision: 'no_stream',
  });
  await eventStore.dispose();
};

it('the nightly run ends at Ctrl-C after its current work, and the next run continues it', async () => {
  const interrupted = run(AbortSignal.abort());
  await expect(interrupted.ended).rejects.toThrow('aborted');
  expect(interrupted.said).toEqual([]);

  const next = run(new AbortController().signal);
  expect(await next.ended).toBe(0);
  expect(next.said.join('')).toMatch(/^Session .+: 1 symbol in /);
});

it('the nightly run names the symbols without a price, and why they have none', async () => {
  await hold('NOPE');
  const { said, ended } = run(new AbortController().signal);
  expect(await ended).toBe(0);
  expect(said.join('')).toMatch(/Without a price that day: NOPE \(no price\)\.$/m);
});
