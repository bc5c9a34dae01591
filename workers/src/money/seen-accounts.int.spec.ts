import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts } from '../shared/accounts.js';
import { customer } from './spec-kit/person.js';
import { eventually, patience, startTrial, type Trial } from './spec-kit/trial.js';

let trial: Trial;
beforeAll(async () => {
  trial = await startTrial();
});
afterAll(() => trial.stop());

describe('an account that the workers have seen', { timeout: patience }, () => {
  it('is kept up to date by what they follow, and forgotten when they no longer follow the log', async () => {
    const accounts = openAccounts(trial.eventStore);
    await trial.work({ accounts });
    const ann = await customer(trial);
    const moved = await ann.move('5.00');
    await eventually(async () => {
      const { state, revision } = await openAccounts(trial.eventStore).read(ann.id);
      expect(state.transfers.get(moved)?.status).toBe('available');
      expect(accounts.recall(ann.id)).toMatchObject({ state, revision });
    });
    await trial.stack.eventStore?.stop();
    await eventually(() => expect(accounts.recall(ann.id)).toBeUndefined());
    await trial.stack.restartEventStore();
  });

  it('is read again when another process has written to it, so that no transfer is sent on old state', async () => {
    const accounts = openAccounts(trial.eventStore);
    // Knows what it has read and written, and is told of nothing.
    const deaf = { ...accounts, learn: () => undefined };
    const ann = await customer(trial);
    await deaf.read(ann.id);
    const others = await ann.move('5.00');
    await eventually(async () =>
      expect((await trial.account(ann.id)).transfers.get(others)?.status).toBe('available'),
    );
    await trial.work({ accounts: deaf });
    const mine = await ann.move('6.00');
    await eventually(async () =>
      expect((await trial.account(ann.id)).transfers.get(mine)?.status).toBe('available'),
    );
    expect((await trial.held(ann.id)).map(({ amount }) => Number(amount)).sort()).toEqual([5, 6]);
  });
});
