import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@groundswell/platform';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseCopy } from '../audit/copied-checkpoints.js';
import { type ChainedLog, startChainedLog } from '../audit/spec-kit/chained-log.js';
import { readAlarms } from '../operations/alarms.js';
import { prepareOperations } from '../operations/prepare-operations.js';
import { logChain } from '../read-models/log-chain/log-chain.js';
import { conceptCreated } from '../specification/events.js';
import { checkpointFileName } from './checkpoint-file.js';
import { type KeptFile, keepCheckpointFile } from './keep-checkpoint-file.js';

const patiently = { timeout: 20_000, interval: 25 };
const day = 86_400_000;

let house: ChainedLog;
beforeAll(async () => {
  house = await startChainedLog();
  await prepareOperations(house.database);
}, 60_000);
afterAll(() => house.stop());

let directory: string;
let kept: KeptFile | undefined;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'checkpoints-'));
});
afterEach(async () => {
  await kept?.stop();
  rmSync(directory, { recursive: true });
});

const keep = (now: () => Date = () => new Date(), into = directory) => {
  const { database, eventStore } = house;
  const log = createLog({ service: 'spec', level: 'silent' });
  kept = keepCheckpointFile({ database, eventStore, directory: into, log, now, every: 25 });
  return kept;
};
const path = () => join(directory, checkpointFileName);
const positions = () => parseCopy(readFileSync(path(), 'utf8')).map(({ position }) => position);
const alarms = () => readAlarms(house.database, [logChain]);

describe('a file that cannot be written', () => {
  it('is said, holds up nothing, and is gone on with once it can be', async () => {
    writeFileSync(path(), 'hello\n');
    const { check } = keep();
    await vi.waitFor(
      async () => expect(await alarms()).toEqual([expect.stringContaining('its last line')]),
      patiently,
    );
    expect(check()).toMatchObject({
      ready: true,
      detail: { fault: expect.stringContaining('its last line') },
    });
    rmSync(path());
    await vi.waitFor(() => expect(positions()).toEqual(['120', '240']), patiently);
    await vi.waitFor(async () => expect(await alarms()).toEqual([]), patiently);
  });

  it('is said where its directory cannot be made, and no longer once the process has ended', async () => {
    writeFileSync(join(directory, 'taken'), '');
    const { stop } = keep(undefined, join(directory, 'taken'));
    await vi.waitFor(
      async () => expect(await alarms()).toEqual([expect.stringMatching(/EEXIST|ENOTDIR/)]),
      patiently,
    );
    await stop();
    expect(await alarms()).toEqual([]);
  });
});

describe('a day that no later event has closed', () => {
  it('stands in the file soon after midnight UTC, as the checkpoint that a later event will close it with', async () => {
    let now = new Date();
    keep(() => now);
    await vi.waitFor(() => expect(positions()).toEqual(['120', '240']), patiently);
    now = new Date(Date.now() + day + 900_000);
    await vi.waitFor(() => expect(positions()).toEqual(['120', '240', '367']), patiently);
    const last = parseCopy(readFileSync(path(), 'utf8')).at(-1);
    expect(await house.verify(last && [last])).toMatchObject({ verdict: 'intact', copied: { matching: 1 } });

    const { position } = await house.eventStore.append('concept-later', [conceptCreated('later', 'Later')], {
      expectedRevision: 'no_stream',
    });
    await house.log.query(
      `UPDATE event SET created = created + interval '2 days' WHERE stream = 'concept-later'`,
    );
    await house.restartStore();
    await house.chainAnew();
    now = new Date(Date.now() + 4 * day);
    const later = String(position.commit);
    await vi.waitFor(() => expect(positions()).toEqual(['120', '240', '367', later]), patiently);
    await vi.waitFor(() => expect(kept?.check().detail).toEqual({ position: later, fault: null }), patiently);
  });
});
