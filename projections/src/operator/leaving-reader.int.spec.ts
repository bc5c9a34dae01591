import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { streamOf } from '@groundswell/contracts';
import { openDatabase } from '@groundswell/platform/database';
import { connectEventStore, type EventStore } from '@groundswell/platform/event-store';
import { type Stack, startStack } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRebuilds } from '../operations/status.js';
import { conceptCreated, newEvent } from '../specification/events.js';

const entry = new URL('../../dist/operator/main.js', import.meta.url).pathname;
const id = randomUUID();

let stack: Stack;
let eventStore: EventStore;
beforeAll(async () => {
  stack = await startStack({ eventStore: 'shared process' });
  eventStore = connectEventStore({ url: stack.eventStoreUrl });
  // More than a pipe buffers, so the writer notices that the reader has left.
  const renames = Array.from({ length: 1_000 }, (_, n) => newEvent('ConceptRenamed', { name: `Name ${n}` }));
  await eventStore.append(streamOf('concept', id), [conceptCreated(id, 'Ocean'), ...renames], {
    expectedRevision: 'no_stream',
  });
});
afterAll(async () => {
  await eventStore.dispose();
  await stack.stop();
});

/** The output of `ops … 2>&1 | head -1`, and the command's own exit code. */
const headOf = async (...words: string[]) => {
  const pipeline = '{ "$@" 2>&1; echo "ended with $?" >&3; } 3>&2 | head -1';
  const command = [process.execPath, '--no-warnings', entry, ...words];
  const child = spawn('/bin/sh', ['-c', pipeline, 'sh', ...command], {
    env: { EVENTSTORE_URL: stack.eventStoreUrl, DATABASE_URL: stack.databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [shown, ending] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { shown, ending };
};

/** A first line; on a busy machine, what keeps a command waiting comes before it. */
const lineOf = (usual: string): unknown =>
  expect.stringMatching(new RegExp(`^(${usual}|Waiting for .+|Still working .+)\n$`));

describe('a reader who leaves', () => {
  it('ends a command that only prints, without a fault', async () => {
    expect(await headOf('stream', `concept-${id}`, '--full')).toEqual({
      shown: lineOf('0 {2}ConceptCreated .+'),
      ending: 'ended with 0\n',
    });
  });

  it('does not end a replay', async () => {
    expect(await headOf('replay', 'trendList')).toEqual({
      shown: lineOf('Starts at the beginning of the log\\.'),
      ending: 'ended with 0\n',
    });
    const database = openDatabase({ url: stack.databaseUrl, name: 'spec', connections: 1 });
    expect(await readRebuilds(database)).toMatchObject([{ kind: 'replay', state: 'swapped' }]);
    await database.close();
  });
});
