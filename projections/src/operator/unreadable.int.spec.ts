import { randomUUID } from 'node:crypto';
import { streamOf } from '@groundswell/contracts';
import { installReadModel, prepareReadStore } from '@groundswell/platform/read-store';
import { onOurStore } from '@groundswell/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { trendList } from '../read-models/trend-list/trend-list.js';
import { conceptCreated, newEvent } from '../specification/events.js';
import { alterLog, shareStack } from '../specification/shared-stack.js';
import { carryOut } from './spec-kit/carry-out.js';

const shared = shareStack(['trend_list']);
const ops = (...words: readonly string[]) => carryOut(words, shared.variables);
const eventually = { timeout: 20_000, interval: 50 };

const id = randomUUID();
const stream = streamOf('concept', id);
/** Position of the event before the one from the future. */
let readable: bigint;
let broken: bigint;
let head: string;
const fromTheFuture = 'ConceptRenamed.v9';

beforeAll(async () => {
  const { eventStore, stack } = shared;
  const append = async (...[to, ...events]: [typeof stream, ...ReturnType<typeof newEvent>[]]) =>
    (await eventStore.append(to, events, { expectedRevision: 'any' })).position.commit;
  const difference = newEvent('CashDifferenceFound', { brokerCash: '240.00', ledgerCash: '250.00' });
  broken = await append(streamOf('tradingAccount', 'ann'), difference);
  readable = await append(
    stream,
    conceptCreated(id, 'Ocean'),
    newEvent('ConceptRenamed', { name: 'Name 0' }),
  );
  const future = await append(stream, newEvent('ConceptRenamed', { name: 'Name 1' }));
  head = (await append(stream, newEvent('ConceptRenamed', { name: 'Name 2' }))).toString();
  await alterLog(
    stack,
    `UPDATE event SET type = '${fromTheFuture}' WHERE position = ${future};
     UPDATE event SET data = '{}' WHERE position = ${broken}`,
  );
});

describe.runIf(onOurStore)('an event that this program cannot read', () => {
  it('is named by status, which also reports everything else', async () => {
    await shared.keep(trendList);
    const status = async () => (await ops('status', '--json')).document;
    await expect.poll(status, eventually).toMatchObject({
      head,
      queues: [],
      readModels: expect.arrayContaining([
        expect.objectContaining({ readModel: 'trendList', state: 'stopped', lagEvents: null, rows: 1 }),
      ]),
      problems: expect.arrayContaining([
        expect.stringMatching(`^trendList: ${fromTheFuture} .+${stream} at 2.+cannot be read`),
      ]),
    });
  });

  it('is also named by status when the read model has no owner', async () => {
    await prepareReadStore(shared.database);
    await installReadModel(shared.database, trendList);
    const { code, out } = await ops('status');
    expect(code).toBe(1);
    expect(out).toMatch(new RegExp(`trendList: no process owns it.+${fromTheFuture} .+cannot be read`));
  });

  it('is shown as it is stored, by stream', async () => {
    const shown = await ops('stream', stream);
    expect(shown.code).toBe(0);
    expect(shown.out).toMatch(
      /^0 {2}ConceptCreated[\s\S]+\n2 {2}ConceptRenamed\.v9 [\s\S]+"Name 1"[\s\S]+\n3 {2}ConceptRenamed /,
    );
    expect(shown.out).toMatch(/unreadable: it is version 9 of ConceptRenamed/);
  });

  it('is shown as it is stored, by trace', async () => {
    const { document } = await ops('trace', 'a-correlation', `--since=${readable}`, '--json');
    expect(document.events).toMatchObject([
      { type: 'ConceptRenamed' },
      { type: fromTheFuture, data: { name: 'Name 1' }, unreadable: expect.stringContaining('version 9') },
      { type: 'ConceptRenamed' },
    ]);
    expect((await ops('trace', 'a-correlation')).out).toContain(`${fromTheFuture} (unreadable)`);
  });

  it('does not keep verify from explaining what stands before it', async () => {
    const cards = () => shared.database.query('SELECT name FROM card');
    const daemon = await shared.keep(trendList);
    await expect.poll(() => cards().catch(() => []), eventually).toEqual([{ name: 'Name 0' }]);
    await daemon.stop();
    await shared.database.query(`UPDATE card SET name = 'Forged'`);
    const { code, out } = await ops('verify', 'trendList');
    expect(code).toBe(1);
    expect(out).toMatch(/name +Forged +Name 0/);
    expect(out).toContain(`(${stream} at 1, position ${readable})`);
  });

  it('refuses a replay by its name, and says what to do', async () => {
    const { code, notes } = await ops('replay', 'trendList');
    expect(code).toBe(1);
    expect(notes).toMatch(new RegExp(`${fromTheFuture} .+cannot be read.+\\n.+-- stream ${stream}`));
  });
});

describe.runIf(onOurStore)('an event that cannot be applied', () => {
  it('refuses a replay by its name, and says what to do', async () => {
    const { code, notes } = await ops('replay', 'tradingAccount');
    expect(code).toBe(1);
    expect(notes).toMatch(new RegExp(`CashDifferenceFound .+position ${broken}\\) cannot be applied`));
    expect(notes).toContain('-- stream tradingAccount-ann');
  });
});
