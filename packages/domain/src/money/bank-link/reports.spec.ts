import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from '../decider.js';
import { evolve } from '../evolve.js';
import {
  active,
  given,
  linkAccepted,
  linked,
  linkRequested,
  linkSubmitting,
  stateAfter,
  statusAfter,
} from '../spec-kit/history.js';

const report = (status: string, reportedAt = '2026-03-02T15:00:00.000Z') => ({
  type: 'ReportBankLinkStatus' as const,
  bankLinkId: 'bank',
  status,
  reason: null,
  reportedAt,
});

describe('a report of the broker about a bank link', () => {
  const queued = [...active, linkRequested('bank'), linkSubmitting('bank'), linkAccepted('bank')];

  it('moves it on, and never back', () => {
    given(queued)
      .when(report('APPROVED'))
      .then([
        {
          type: 'BankLinkStatusReported',
          data: {
            bankLinkId: 'bank',
            status: 'APPROVED',
            reason: null,
            reportedAt: '2026-03-02T15:00:00.000Z',
          },
        },
      ]);
    given(linked).when(report('PENDING')).then([]);
    given(linked).when(report('APPROVED')).then([]);
    given(linked).when(report('MOONSTRUCK')).then([]);
  });

  it('cannot come before the broker has it', () => {
    given(active, [linkRequested('bank')])
      .when(report('APPROVED'))
      .thenRefused('BankLinkNotReady');
  });

  it.each([
    ['QUEUED', 'pending'],
    ['PENDING', 'pending'],
    ['SENT_TO_CLEARING', 'pending'],
    ['APPROVED', 'approved'],
    ['REJECTED', 'refused'],
    ['CANCEL_REQUESTED', 'removed'],
    ['CANCEL_SENT', 'removed'],
    ['CANCEL_FAILED', 'removed'],
    ['CANCELED', 'removed'],
    ['MOONSTRUCK', 'pending'],
  ])('%s is shown as %s', (status, told) => {
    expect(
      statusAfter(active, [linkRequested('bank'), linkSubmitting('bank'), linkAccepted('bank', status)]),
    ).toBe(told);
  });

  it('ends in the same state in any order, with repeats and without those that were lost', {
    timeout: 60_000,
  }, () => {
    const words = ['QUEUED', 'PENDING', 'SENT_TO_CLEARING', 'APPROVED', 'MOONSTRUCK'];
    fc.assert(
      fc.property(
        fc.constantFrom('APPROVED', 'REJECTED', 'CANCELED'),
        fc.shuffledSubarray([...words, ...words]),
        fc.nat(words.length * 2),
        (last, others, place) => {
          const heard = [...others.slice(0, place), last, ...others.slice(place)];
          const after = heard.reduce((account, word) => {
            const outcome = decide(report(word), account);
            return 'refused' in outcome ? account : outcome.reduce(evolve, account);
          }, stateAfter(queued));
          expect(after.bankLinks.get('bank')?.brokerStatus).toBe(last);
        },
      ),
    );
  });
});
