import type { TradingAccountEvent } from '@groundswell/contracts';
import { describe, expect, it } from 'vitest';
import type { TradingAccountCommand } from './commands.js';
import { decide } from './decider.js';
import { evolve } from './evolve.js';
import {
  deposited,
  given,
  linked,
  requested,
  started,
  stateAfter,
  vote,
  votedAt,
  votedUntil,
} from './spec-kit/history.js';

type Voting = Extract<TradingAccountCommand, { type: 'DecideTransfer' | 'AdjustCash' | 'DecideBankOwner' }>;

const bySecond = { by: 'ops-2' };
const tooLate = new Date(Date.parse(votedUntil) + 1).toISOString();

const cases: readonly (readonly [string, readonly TradingAccountEvent[], Voting])[] = [
  [
    'about a transfer',
    [
      ...linked,
      requested('t', '10.00'),
      started('t'),
      { type: 'TransferOutcomeUnknown', data: { transferId: 't', attempt: 1 } },
    ],
    {
      type: 'DecideTransfer',
      decision: { kind: 'not made', transferId: 't', attempt: 1 },
      status: '',
      ...vote('ops-1'),
    },
  ],
  [
    'about cash',
    [
      ...linked,
      ...deposited('t', '10.00'),
      { type: 'CashDifferenceFound', data: { brokerCash: '9.00', ledgerCash: '10.00' } },
    ],
    { type: 'AdjustCash', cents: -100n, cause: 'fee', ...vote('ops-1') },
  ],
  [
    'about the owner of a bank account',
    [...linked, { type: 'BankOwnerQuestioned', data: { bankLinkId: 'bank' } }],
    { type: 'DecideBankOwner', decision: { bankLinkId: 'bank', decision: 'accept' }, ...vote('ops-1') },
  ],
];

const eventsOf = (command: Voting, history: readonly TradingAccountEvent[]) => {
  const outcome = decide(command, stateAfter(history));
  if ('refused' in outcome) throw new Error(outcome.message);
  return outcome;
};

describe.each(cases)('a proposal %s', (_what, history, first) => {
  const proposal = eventsOf(first, history);
  const proposed = [...history, ...proposal];

  it('can be confirmed for 72 hours', () => {
    expect(proposal).toMatchObject([{ data: { by: 'ops-1', until: votedUntil } }]);
    const confirmed = eventsOf({ ...first, ...bySecond, at: votedUntil }, proposed);
    expect(confirmed[0]?.type).toMatch(/Confirmed|Adjusted/);
    expect(confirmed.reduce(evolve, stateAfter(proposed)).proposals).toEqual({});
  });

  it('can then only be made again, by anyone, and is confirmed by another operator', () => {
    for (const by of ['ops-1', 'ops-2'])
      given(proposed)
        .when({ ...first, by, at: tooLate })
        .thenRefused('ProposalExpired');
    expect(decide({ ...first, ...bySecond, at: tooLate }, stateAfter(proposed))).toMatchObject({
      message: expect.stringMatching(/^ops-1’s proposal expired at 2026-03-09T22.+--again/),
    });
    const again = eventsOf({ ...first, ...bySecond, at: tooLate, again: true }, proposed);
    expect(again).toMatchObject([{ type: proposal[0]?.type, data: { by: 'ops-2' } }]);
    const confirmed = eventsOf({ ...first, by: 'ops-3', at: tooLate }, [...proposed, ...again]);
    expect(confirmed[0]?.type).toMatch(/Confirmed|Adjusted/);
  });

  it('no longer counts if it was made before proposals had an end', () => {
    const [event] = proposal;
    const old = { ...event, data: { ...event?.data, until: null } } as TradingAccountEvent;
    given(history, [old])
      .when({ ...first, ...bySecond, at: votedAt })
      .thenRefused('ProposalExpired');
  });
});
