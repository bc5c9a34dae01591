import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccountDesk } from '../money/account-desk.js';
import { customer, type Person } from '../money/spec-kit/person.js';
import { depositBySomebodyElse } from '../money/spec-kit/somebody-else.js';
import { eventually, patience, startTrial, type Trial } from '../money/spec-kit/trial.js';
import type { RunningMoney } from '../money/start-money.js';
import { readJob } from '../shared/jobs.js';
import { commandLine } from './spec-kit/command-line.js';

let trial: Trial;
let running: RunningMoney;
const times = { timeout: 300, doubt: 100 };
beforeAll(async () => {
  trial = await startTrial();
  running = await trial.work(times);
});
afterAll(() => trial.stop());
const ops = commandLine(() => trial);

/** Someone whose transfer is parked because the broker did not report its outcome. */
const inDoubt = async (
  amount: string,
  somebody?: Person,
): Promise<{ ann: Person; transferId: string; jobId: string }> => {
  const ann = somebody ?? (await customer(trial));
  const path = `/v1/accounts/${(await trial.account(ann.id)).brokerAccountId}/transfers`;
  await trial.fault({ kind: '500', path, method: 'POST' });
  const transferId = await ann.move(amount);
  const jobId = `submit-transfer.${transferId}`;
  await eventually(async () => expect((await readJob(trial.eventStore, jobId))?.state).toBe('parked'));
  return { ann, transferId, jobId };
};

const statusOf = async (ann: Person, transferId: string) =>
  (await trial.account(ann.id)).transfers.get(transferId)?.status;

describe('a transfer of unknown outcome', { timeout: patience }, () => {
  it('is refused by two operators, after the broker told them that it made nothing', async () => {
    const { ann, transferId, jobId } = await inDoubt('4.00');
    const words = [
      'transfer',
      'resolve',
      ann.id,
      transferId,
      '--outcome=not-made',
      '--reason=the broker was asked',
    ];
    expect((await ops(...words)).notes).toContain('two operators');
    expect((await ops(...words.slice(0, -1), '--as=ops-1')).notes).toContain('--reason');
    expect(await ops(...words, '--as=ops-1')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Proposed'),
    });
    expect(await ops(...words, '--as=ops-1')).toMatchObject({ code: 1 });
    expect(await statusOf(ann, transferId)).toBe('requested');
    expect(await ops(...words, '--as=ops-2')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Decided'),
    });
    expect(await statusOf(ann, transferId)).toBe('refused');
    expect((await readJob(trial.eventStore, jobId))?.state).toBe('finished');
    expect(await trial.held(ann.id)).toEqual([]);
  });

  it('is refused by two operators also where the broker’s list cannot be read', async () => {
    const ann = await customer(trial);
    await running.close();
    const patience = { first: 20, most: 100, parkAfter: 0 };
    running = await trial.work({
      ...times,
      // A worker that has no time left once it has written down its attempt parks the job as not sent.
      timeout: 2_000,
      patience,
      reconcileEvery: 3_600_000,
      reconcileAllEvery: 3_600_000,
    });
    const path = `/v1/accounts/${(await trial.account(ann.id)).brokerAccountId}/transfers`;
    await trial.fault({ kind: '500', path, method: 'GET', times: 1_000 });
    const { transferId } = await inDoubt('9.00', ann);
    const words = ['transfer', 'resolve', ann.id, transferId, '--outcome=not-made', '--reason=ticket 12'];
    for (const by of ['ops-1', 'ops-2'])
      expect(await ops(...words, `--as=${by}`)).toMatchObject({ code: 0, notes: '' });
    expect(await statusOf(ann, transferId)).toBe('refused');
    await trial.admin('DELETE', '/faults');
    await running.close();
    running = await trial.work(times);
  });

  it('adopts the broker’s transfer that two operators name, when it matches', async () => {
    const bob = await customer(trial);
    const noted = await depositBySomebodyElse(trial, bob.id, '6.00');
    const explained = async () => (await readJob(trial.eventStore, `explain-transfer.${noted}`))?.state;
    await eventually(async () => expect(await explained()).toBe('parked'));
    // It was recorded as not requested here, so a worker never matches it with this transfer.
    const { ann, transferId } = await inDoubt('6.00', bob);
    const another = await depositBySomebodyElse(trial, ann.id, '7.00');
    const words = ['transfer', 'adopt', ann.id, transferId];
    const said = ['--reason=support ticket 7', '--as=ops-1'];
    expect((await ops(...words, another, ...said)).notes).toContain('another amount');
    expect((await ops(...words, 'no-such-id', ...said)).notes).toContain('does not show');
    expect(await statusOf(ann, transferId)).toBe('requested');
    await ops(...words, noted, ...said);
    const second = ['--reason=support ticket 7', '--as=ops-2'];
    expect(await ops(...words, noted, ...second)).toMatchObject({
      code: 0,
      out: expect.stringContaining('Decided'),
    });
    await eventually(async () => expect(await statusOf(ann, transferId)).toBe('available'));
    await eventually(async () => expect(await explained()).toBe('finished'));
  });

  it('never adopts one that operators have let stay at the broker: its money may count already', async () => {
    const bob = await customer(trial);
    const stays = await depositBySomebodyElse(trial, bob.id, '6.50');
    const jobId = `explain-transfer.${stays}`;
    await eventually(async () => expect((await readJob(trial.eventStore, jobId))?.state).toBe('parked'));
    await ops('parked', 'drop', jobId, '--reason=its owner made it', '--as=ops-1');
    const { ann, transferId } = await inDoubt('6.50', bob);
    const words = ['transfer', 'adopt', ann.id, transferId, stays, '--reason=ticket 7', '--as=ops-1'];
    expect(await ops(...words)).toMatchObject({
      code: 1,
      notes: expect.stringContaining('left this transfer at the broker'),
    });
  });

  it('is left to them if it may be one whose money is counted, also when it is shown after its job was parked', async () => {
    const { ann, transferId: counted } = await inDoubt('8.50');
    const resolve = (id: string, outcome: string, by: string) =>
      ops('transfer', 'resolve', ann.id, id, `--outcome=${outcome}`, '--reason=ticket 9', `--as=${by}`);
    for (const by of ['ops-1', 'ops-2']) await resolve(counted, 'not-made', by);
    await running.close();
    const desk = openAccountDesk(trial.eventStore, () => new Date());
    await desk.report(ann.id, () => [{ type: 'ReportCash', brokerCash: '8.50' }]);
    for (const by of ['ops-1', 'ops-2']) expect((await resolve(counted, 'moved', by)).notes).toBe('');
    running = await trial.work(times);
    const { transferId, jobId } = await inDoubt('8.50', ann);
    const shown = await depositBySomebodyElse(trial, ann.id, '8.50');
    await eventually(async () =>
      expect(await readJob(trial.eventStore, jobId)).toMatchObject({
        state: 'parked',
        reason: expect.stringMatching(
          `${shown} as [A-Z]+, which may be this one or ${counted}, whose money is counted already.`,
        ),
      }),
    );
    expect((await trial.account(ann.id)).transfers.get(transferId)?.brokerTransferId).toBeUndefined();
    for (const by of ['ops-1', 'ops-2']) expect((await resolve(transferId, 'not-made', by)).notes).toBe('');
    await eventually(async () =>
      expect((await trial.account(ann.id)).transfers.get(counted)?.brokerTransferId).toBe(shown),
    );
    expect(await statusOf(ann, transferId)).toBe('refused');
  });

  it('is adopted without them when the broker shows it after all, and its job ends', async () => {
    const { ann, transferId, jobId } = await inDoubt('8.00');
    const late = await depositBySomebodyElse(trial, ann.id, '8.00');
    await eventually(async () => expect(await statusOf(ann, transferId)).toBe('available'));
    expect((await trial.account(ann.id)).transfers.get(transferId)?.brokerTransferId).toBe(late);
    await eventually(async () => expect((await readJob(trial.eventStore, jobId))?.state).toBe('finished'));
  });
});

describe('cash that differs from the broker’s', { timeout: patience }, () => {
  it('is adjusted by two operators, by the whole difference and no other sum, and agrees after that', async () => {
    const ann = await customer(trial);
    await depositBySomebodyElse(trial, ann.id, '7.00');
    const difference = async () => (await trial.account(ann.id)).difference;
    await eventually(async () =>
      expect(await difference()).toEqual({ brokerCash: '7.00', ledgerCash: '0.00' }),
    );
    const words = ['cash', 'adjust', ann.id, '--cause=transfer', '--reason=support ticket 9'];
    expect((await ops(...words, '--as=ops-1')).notes).toContain('--amount');
    expect((await ops(...words, '--amount=7.00')).notes).toContain('two operators');
    expect((await ops(...words, '--amount=6.99', '--as=ops-1')).notes).toContain(
      'The adjustment must be exactly 7.00',
    );
    expect(await ops(...words, '--amount=7.00', '--as=ops-1')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Proposed'),
    });
    expect(await ops(...words, '--amount=7.00', '--as=ops-1')).toMatchObject({ code: 1 });
    expect((await trial.account(ann.id)).cash).toBe(0n);
    expect(await ops(...words, '--amount=7.00', '--as=ops-2')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Adjusted by 7.00'),
    });
    expect((await trial.account(ann.id)).cash).toBe(700n);
    await eventually(async () => expect(await difference()).toBeUndefined());
    expect((await trial.events(ann.id)).at(-1)).toMatchObject({
      type: 'CashDifferenceResolved',
      data: { cash: '7.00' },
    });
    expect((await ops(...words, '--amount=7.00', '--as=ops-1')).code).toBe(1);
  });
});

describe('a bank account whose owner goes by another name', { timeout: patience }, () => {
  const questioned = async () => {
    const ann = await customer(trial, { ownerMatches: false });
    const [bank = ''] = (await trial.account(ann.id)).bankLinks.keys();
    return { ann, bank };
  };

  it('waits for two operators, who see both names only through the vault', async () => {
    const { ann, bank } = await questioned();
    const listed = await ops('bank-owner', 'list');
    expect([listed.code, listed.out]).toEqual([1, expect.stringContaining(bank)]);
    expect(listed.out).not.toContain('Byron');
    expect((await ops('bank-owner', 'show', ann.id, bank)).out).toContain(
      'Owner of the bank account: Ada Byron',
    );
    const words = ['bank-owner', 'accept', ann.id, bank, '--reason=seen on a statement'];
    expect((await ops(...words)).notes).toContain('two operators');
    expect((await ops(...words, '--as=ops-1')).out).toContain('Proposed');
    expect((await ops('bank-owner', 'list')).out).toContain('ops-1: accept');
    expect(await ops(...words, '--as=ops-1')).toMatchObject({ code: 1 });
    expect((await ops(...words, '--as=ops-2')).out).toContain('they can withdraw to it');
    expect((await trial.account(ann.id)).bankLinks.get(bank)?.ownerQuestion).toBe('accepted');
    expect((await ops('bank-owner', 'list')).out).not.toContain(bank);
  });

  it('is removed when two operators decide that it is someone else’s', async () => {
    const { ann, bank } = await questioned();
    for (const by of ['ops-1', 'ops-2'])
      await ops('bank-owner', 'refuse', ann.id, bank, '--reason=the bank was asked', `--as=${by}`);
    await eventually(async () =>
      expect((await trial.account(ann.id)).bankLinks.get(bank)?.stage).toBe('removed'),
    );
  });
});
