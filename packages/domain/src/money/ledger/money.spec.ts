import type { TradingAccountEvent } from '@groundswell/contracts';
import { moneyOf, type TransferEvent } from '@groundswell/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TradingAccountCommand } from '../commands.js';
import { decide } from '../decider.js';
import { evolve } from '../evolve.js';
import { linked, stateAfter, taken } from '../spec-kit/history.js';
import type { TradingAccount } from '../state.js';
import { availableOf, type Posting, postingsOf, totalOf } from './ledger.js';

const limits = { transfersPerDay: 1_000, centsPerDay: 1_000_000_000n };

/** Decides and evolves. A refusal changes nothing. */
const take = (account: TradingAccount, command: TradingAccountCommand): readonly TradingAccountEvent[] => {
  const outcome = decide(command, account, limits);
  return 'refused' in outcome ? [] : outcome;
};

const isAboutTransfer = (event: TradingAccountEvent): event is TransferEvent => 'transferId' in event.data;

const postingsOfEvent = (account: TradingAccount, event: TradingAccountEvent): readonly Posting[] => {
  const transfer = isAboutTransfer(event) && account.transfers.get(event.data.transferId);
  return transfer ? postingsOf(event.type as TransferEvent['type'], transfer) : [];
};

const transferIds = ['a', 'b', 'c', 'd', 'e', 'f'];
const anyTransfer = fc.constantFrom(...transferIds);
const words = fc.oneof(
  { arbitrary: fc.constant('COMPLETE'), weight: 6 },
  { arbitrary: fc.constantFrom('QUEUED', 'PENDING', 'SENT_TO_CLEARING'), weight: 2 },
  { arbitrary: fc.constantFrom('CANCELED', 'REJECTED', 'RETURNED'), weight: 2 },
);

/** Deposits are larger than withdrawals, so there is something to withdraw. */
const money = fc.oneof(
  fc.record({
    direction: fc.constant('incoming' as const),
    amount: fc.bigInt({ min: 20_000n, max: 100_000n }).map(moneyOf),
  }),
  fc.record({
    direction: fc.constant('outgoing' as const),
    amount: fc.bigInt({ min: 1n, max: 60_000n }).map(moneyOf),
  }),
);
const request = fc.tuple(anyTransfer, money).map(([transferId, { direction, amount }]) => ({
  type: 'RequestTransfer' as const,
  now: '2026-03-02T15:00:00.000Z',
  transferId,
  bankLinkId: 'bank',
  direction,
  amount,
  tradingDay: '2026-03-02',
  expectedOn: '2026-03-05',
}));
const byId = fc.record({
  type: fc.constantFrom(
    'CancelTransfer' as const,
    'StartTransferSubmission' as const,
    'RecordTransferNotMade' as const,
    'RecordTransferUnknown' as const,
    'ResolveTransferNotMade' as const,
    'DoubtTransfer' as const,
    'ReleaseTransfer' as const,
  ),
  transferId: anyTransfer,
  attempt: fc.constantFrom(1, 1, 2),
  evidence: fc.constant('not taken' as const),
});
const accept = anyTransfer.map((transferId) => ({
  type: 'RecordTransferAccepted' as const,
  transferId,
  brokerTransferId: `broker's ${transferId}`,
  status: 'QUEUED',
}));
const report = fc.record({
  type: fc.constant('ReportTransferStatus' as const),
  transferId: anyTransfer,
  status: words,
  reason: fc.constant(null),
  heldUntil: fc.constantFrom(null, null, '2026-03-09T14:00:00.000Z'),
});
const submissionOf = (asked: Extract<TradingAccountCommand, { type: 'RequestTransfer' }>) => [
  asked,
  { type: 'StartTransferSubmission' as const, transferId: asked.transferId, attempt: 1 },
  {
    type: 'RecordTransferAccepted' as const,
    transferId: asked.transferId,
    brokerTransferId: `broker's ${asked.transferId}`,
    status: 'QUEUED',
  },
];
/** A request and the submission that usually follows it. */
const requestAndSubmit = request.map((asked): TradingAccountCommand[] => submissionOf(asked));
const requestAndSettle = request.map((asked): TradingAccountCommand[] => [
  ...submissionOf(asked),
  {
    type: 'ReportTransferStatus',
    transferId: asked.transferId,
    status: 'COMPLETE',
    reason: null,
    heldUntil: null,
  },
]);
const alone = fc.oneof(request, byId, accept).map((command): TradingAccountCommand[] => [command]);
const life = fc
  .array(
    fc.oneof(
      { arbitrary: requestAndSubmit, weight: 3 },
      { arbitrary: requestAndSettle, weight: 3 },
      { arbitrary: alone, weight: 2 },
      { arbitrary: report.map((command): TradingAccountCommand[] => [command]), weight: 5 },
    ),
    { minLength: 10, maxLength: 80 },
  )
  .map((steps) => steps.flat());

/** A broker does not contradict itself: it reports that money moved or that it never did, but not both. */
const isBelievable = (account: TradingAccount, command: TradingAccountCommand): boolean => {
  if (command.type !== 'ReportTransferStatus') return true;
  const status = account.transfers.get(command.transferId)?.status;
  return !(command.status === 'COMPLETE' && (status === 'canceled' || status === 'refused'));
};

interface Step {
  readonly event: TradingAccountEvent;
  readonly moved: readonly Posting[];
  readonly after: TradingAccount;
}

/** Everything that happens when the commands run one after the other. */
const stepsOf = (commands: readonly TradingAccountCommand[]): Step[] => {
  let account = stateAfter(linked);
  const steps: Step[] = [];
  for (const command of commands) {
    for (const event of isBelievable(account, command) ? take(account, command) : []) {
      const moved = postingsOfEvent(account, event);
      account = evolve(account, event);
      steps.push({ event, moved, after: account });
    }
  }
  return steps;
};

/** Cents that an event returned to the bank. */
const sentBackBy = ({ event, moved }: Step): bigint => {
  const change = totalOf(moved, 'cash');
  return event.type === 'TransferReturned' && change < 0n ? -change : 0n;
};

const nameOf = ({ event, moved }: Step): string => {
  const direction = totalOf(moved, 'cash') > 0n ? 1 : -1;
  if (moved.length === 0) return 'no money moves';
  if (event.type === 'TransferSettled') return direction > 0 ? 'a deposit settles' : 'a withdrawal settles';
  return direction > 0 ? 'a withdrawal comes back' : 'a deposit comes back';
};

describe('money', () => {
  it('is never made nor lost, and is never below zero but by what the bank sent back', {
    timeout: 60_000,
  }, () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(life, (commands) => {
        let [cash, sentBack] = [0n, 0n];
        for (const step of stepsOf(commands)) {
          const change = totalOf(step.moved, 'cash');
          cash += change;
          sentBack += sentBackBy(step);
          expect(change + totalOf(step.moved, 'bank')).toBe(0n);
          expect(step.after.cash).toBe(cash);
          expect(cash >= -sentBack).toBe(true);
          expect(availableOf(step.after) >= 0n).toBe(true);
          expect([...step.after.transfers.values()].filter(({ submitting }) => submitting).length < 2).toBe(
            true,
          );
          seen.add(nameOf(step));
        }
      }),
      { numRuns: 400 },
    );
    // Checks that the generated commands are not too random to ever succeed.
    expect([...seen]).toEqual(
      expect.arrayContaining(['a deposit settles', 'a withdrawal settles', 'a deposit comes back']),
    );
  });
});

describe('messages of the broker', () => {
  const ways = [
    ['QUEUED', 'PENDING', 'SENT_TO_CLEARING', 'COMPLETE'],
    ['QUEUED', 'APPROVAL_PENDING', 'PENDING', 'SENT_TO_CLEARING', 'APPROVED', 'SETTLED'],
    ['QUEUED', 'PENDING', 'SENT_TO_CLEARING', 'COMPLETE', 'RETURNED'],
    ['QUEUED', 'PENDING', 'SENT_TO_CLEARING', 'RETURNED'],
    ['QUEUED', 'PENDING', 'REJECTED'],
    ['QUEUED', 'CANCELED'],
    ['QUEUED', 'PENDING', 'MOONSTRUCK', 'EXPIRED'],
  ] as const;

  const story = fc.record({
    way: fc.constantFrom(...ways),
    direction: fc.constantFrom('incoming' as const, 'outgoing' as const),
    heldUntil: fc.constantFrom(null, '2026-03-09T14:00:00.000Z'),
  });

  const hear = (account: TradingAccount, transferId: string, status: string, heldUntil: string | null) =>
    take(account, { type: 'ReportTransferStatus', transferId, status, reason: null, heldUntil }).reduce(
      evolve,
      account,
    );

  it('in any order, late, repeated or lost, lead to the same end as long as the last one arrives', {
    timeout: 60_000,
  }, () => {
    fc.assert(
      fc.property(
        fc.array(story, { minLength: 1, maxLength: 4 }).chain((stories) =>
          fc.record({
            stories: fc.constant(stories),
            heard: fc
              .tuple(
                ...stories.map(({ way }) =>
                  fc.record({
                    others: fc.shuffledSubarray([...way, ...way]),
                    place: fc.nat(way.length * 2),
                  }),
                ),
              )
              .map((each) =>
                each.flatMap(({ others, place }, index) => {
                  const last = stories[index]?.way.at(-1) ?? '';
                  return [...others.slice(0, place), last, ...others.slice(place)].map((word) => ({
                    index,
                    word,
                  }));
                }),
              )
              .chain((messages) => fc.shuffledSubarray(messages, { minLength: messages.length })),
          }),
        ),
        ({ stories, heard }) => {
          const idOf = (index: number): string => transferIds[index] ?? '';
          const start = stateAfter(
            linked,
            stories.flatMap(({ direction }, index) => taken(idOf(index), '100.00', direction)),
          );
          const holdOf = (index: number): string | null => stories[index]?.heldUntil ?? null;
          const inOrder = stories.reduce(
            (account, { way }, index) =>
              way.reduce((each, word) => hear(each, idOf(index), word, holdOf(index)), account),
            start,
          );
          const inDisorder = heard.reduce(
            (account, { index, word }) => hear(account, idOf(index), word, holdOf(index)),
            start,
          );
          expect(inDisorder).toEqual(inOrder);
        },
      ),
      { numRuns: 300 },
    );
  });
});
