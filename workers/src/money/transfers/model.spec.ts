import { isRefusal } from '@groundswell/contracts';
import { decide, type TradingAccount, type TradingAccountCommand } from '@groundswell/domain/money';
import { describe, expect, inject, it } from 'vitest';
import { explore } from '../spec-kit/model/explore.js';
import type { Rules } from '../spec-kit/model/world.js';
import type {} from '../spec-kit/provided.js';
import { stepIdOf, stepsDue } from '../steps/step.js';
import { verdictOf } from './rules.js';

/** Depth in steps to which every order is tried; `npm run model-check` goes deeper. */
const steps = inject('modelSteps');

describe('two workers, an operator, a customer and a broker, in all orders', { timeout: 3_600_000 }, () => {
  it('never move money twice, report moved money as refused, or send what is in doubt or parked', () => {
    const began = performance.now();
    const { states, depth, isComplete, violation } = explore(steps);
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    const reach = isComplete ? 'which is all there is' : `within ${depth} steps`;
    process.stdout.write(`model check: ${states} states, ${reach}, in ${seconds} s\n`);
    expect(violation).toBeUndefined();
    expect(states).toBeGreaterThan(5_000);
  });
});

/** Takes a parked job for settled while its step is not due. */
const settledWhereNotDue: Rules['settledJobs'] = (jobs, account) => {
  const due = new Set(stepsDue(account).map(stepIdOf));
  return [...jobs.keys()].filter((id) => !due.has(id));
};

/** Takes an empty list as proof that nothing was made. */
const silenceProves: Partial<Rules> = {
  verdictOf: (isFound, waiting) => {
    const verdict = verdictOf(isFound, waiting);
    return verdict === 'park' ? 'not made' : verdict;
  },
};

/** The current rules, with the command altered before it is decided. */
const reading =
  (change: (command: TradingAccountCommand, account: TradingAccount) => TradingAccountCommand) =>
  (...[command, account, limits]: Parameters<typeof decide>): ReturnType<typeof decide> =>
    decide(change(command, account), account, limits);

const ofAnyAttempt = reading((command, { transfers }) =>
  command.type === 'RecordTransferNotMade'
    ? { ...command, attempt: transfers.get(command.transferId)?.attempts ?? 0 }
    : command,
);

const resolvedAtOnce: typeof decide = (command, account, limits) => {
  if (command.type !== 'ResolveTransferNotMade') return decide(command, account, limits);
  const { transferId, attempt } = command;
  const first = decide({ type: 'RecordTransferUnknown', transferId, attempt }, account, limits);
  return isRefusal(first)
    ? first
    : [{ type: 'TransferRefused', data: { transferId, code: 'DroppedByOperator' } }];
};

describe('the search finds what goes wrong', { timeout: 600_000 }, () => {
  it.each<[string, string, Partial<Rules>]>([
    ['silence of a list counts as proof', 'two executed for one request', silenceProves],
    [
      'a no to a second attempt is believed after an unknown first one',
      'executed, and reported as refused',
      silenceProves,
    ],
    [
      'comparing takes nothing for what is in doubt',
      'a transfer that the broker shows is taken for nobody’s',
      { adopts: false },
    ],
    [
      'a doubt is looked at for ever',
      'a doubt without end is not parked',
      { verdictOf: (isFound) => (isFound ? 'adopt' : 'look again') },
    ],
    ['an unknown outcome is sent again', 'sent again without certainty', silenceProves],
    [
      'a parked job that has to wait for another counts as done',
      'a parked job ended without an answer',
      { settledJobs: settledWhereNotDue },
    ],
    [
      'an outcome names no attempt, though silence were always true',
      'two executed for one request',
      { ...silenceProves, oracle: true, decide: ofAnyAttempt },
    ],
    [
      'a fence whose time is over still sends',
      'executed, and reported as refused',
      { timeLeft: (_elapsed, timeout) => timeout },
    ],
    [
      'an operator decides before the time of the attempt is over',
      'executed, and reported as refused',
      { decide: resolvedAtOnce },
    ],
  ])('where %s', (_what, only, rules) => {
    const { violation, states } = explore(20, { rules, only });
    process.stdout.write(`${violation?.what} after ${violation?.steps.length} steps, ${states} states\n`);
    expect(violation?.what).toBe(only);
  });
});
