import type { TradingAccountEvent } from '@groundswell/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from '../decider.js';
import { evolve } from '../evolve.js';
import { active, applied, atBroker, given, reported, stateAfter, submitting } from '../spec-kit/history.js';
import { isActive } from './decider.js';
import { statusOfAccount } from './status.js';

const apply = (applicationId: string) => ({
  type: 'RequestTradingAccount' as const,
  applicationId,
  agreementVersion: '1',
});
const refused: TradingAccountEvent = {
  type: 'ApplicationRefused',
  data: { applicationId: 'application-1', code: 'TAX_IDENTIFICATION' },
};
const report = (status: string, reportedAt: string, findings: readonly string[] = []) => ({
  type: 'ReportAccountStatus' as const,
  status,
  findings,
  reportedAt,
});

describe('applying for a trading account', () => {
  it('records the application and the version of what was agreed to', () => {
    given().when(apply('application-1')).then(applied);
  });

  it('decides nothing when it is the same application', () => {
    given(applied).when(apply('application-1')).then([]);
    given(active).when(apply('application-1')).then([]);
  });

  it.each([
    ['waits', applied],
    ['is on its way to the broker', submitting],
    ['is there', active],
  ])('is refused while another one %s', (_how, history) => {
    given(history).when(apply('application-2')).thenRefused('TradingAccountExists');
  });

  it('is possible again after the broker refused', () => {
    given(submitting, [refused])
      .when(apply('application-2'))
      .then([
        {
          type: 'TradingAccountRequested',
          data: { applicationId: 'application-2', agreementVersion: '1' },
        },
      ]);
  });
});

describe('an application on its way to the broker', () => {
  const start = { type: 'StartApplicationSubmission', applicationId: 'application-1' } as const;
  const accept = {
    type: 'RecordApplicationAccepted',
    applicationId: 'application-1',
    brokerAccountId: 'broker-1',
    status: 'SUBMITTED',
  } as const;
  const refuse = {
    type: 'RecordApplicationRefused',
    applicationId: 'application-1',
    code: 'TAX_IDENTIFICATION',
  } as const;

  it('passes the fence once', () => {
    given(applied).when(start).then(submitting.slice(1));
    given(submitting).when(start).then([]);
    given(atBroker).when(start).then([]);
  });

  it('is accepted or refused once', () => {
    given(submitting).when(accept).then(atBroker.slice(2));
    given(submitting).when(refuse).then([refused]);
    given(atBroker).when(accept).then([]);
    given(atBroker).when(refuse).then([]);
    given(submitting, [refused]).when(accept).then([]);
  });

  it('is no other application', () => {
    for (const command of [start, accept, refuse]) {
      given(applied)
        .when({ ...command, applicationId: 'application-2' })
        .thenRefused('TradingAccountNotReady');
    }
  });
});

describe('a report of the broker about an account', () => {
  const noon = '2026-03-02T17:00:00.000Z';

  it('is kept in the broker’s words, findings in order', () => {
    given(atBroker)
      .when(report('ACTION_REQUIRED', noon, ['TAX_IDENTIFICATION', 'ADDRESS_VERIFICATION']))
      .then([
        {
          type: 'AccountStatusReported',
          data: {
            status: 'ACTION_REQUIRED',
            findings: ['ADDRESS_VERIFICATION', 'TAX_IDENTIFICATION'],
            reportedAt: noon,
          },
        },
      ]);
  });

  it('changes nothing when it says the same again, comes late, or is not understood', () => {
    given(active).when(report('ACTIVE', '2026-03-02T18:00:00.000Z')).then([]);
    given(active).when(report('APPROVED', '2026-03-02T14:00:00.000Z')).then([]);
    given(active).when(report('MOONSTRUCK', '2026-03-03T14:00:00.000Z')).then([]);
  });

  it('takes an account that was active out of use, and back', () => {
    const later = '2026-03-02T16:00:00.000Z';
    given(active)
      .when(report('ACCOUNT_UPDATED', later))
      .then([reported('ACCOUNT_UPDATED', later)]);
    given(active, [reported('ACCOUNT_UPDATED', later)])
      .when(report('ACTIVE', noon))
      .then([reported('ACTIVE', noon)]);
  });

  it('cannot come before the broker has the account', () => {
    given(submitting).when(report('ACTIVE', noon)).thenRefused('TradingAccountNotReady');
  });

  it('ends in the same state in any order, with repeats, also of one and the same moment', {
    timeout: 60_000,
  }, () => {
    const words = [
      'SUBMITTED',
      'APPROVAL_PENDING',
      'ACTION_REQUIRED',
      'APPROVED',
      'ACTIVE',
      'ACCOUNT_CLOSED',
    ];
    const moments = fc.array(fc.integer({ min: 0, max: 3 }), {
      minLength: words.length,
      maxLength: words.length,
    });
    const story = moments.map((steps) => {
      let minute = 0;
      return words.map((word, index) => {
        minute += steps[index] ?? 0;
        return report(word, new Date(Date.UTC(2026, 2, 2, 15, minute)).toISOString());
      });
    });
    const told = story.chain((reports) =>
      fc
        .shuffledSubarray([...reports, ...reports], { minLength: words.length })
        .filter((heard) => heard.some(({ status }) => status === 'ACCOUNT_CLOSED')),
    );
    fc.assert(
      fc.property(told, (reports) => {
        let account = stateAfter(atBroker);
        for (const each of reports) {
          const outcome = decide(each, account);
          if ('refused' in outcome) throw new Error(outcome.refused);
          account = outcome.reduce(evolve, account);
        }
        expect(account.brokerStatus).toBe('ACCOUNT_CLOSED');
      }),
    );
  });
});

describe('what a person is told of an account', () => {
  it.each([
    ['requested', undefined, 'requested'],
    ['submitting', undefined, 'requested'],
    ['refused', undefined, 'action_required'],
    ['accepted', 'SUBMITTED', 'submitted'],
    ['accepted', 'SUBMISSION_FAILED', 'submitted'],
    ['accepted', 'APPROVAL_PENDING', 'in_review'],
    ['accepted', 'ACTION_REQUIRED', 'action_required'],
    ['accepted', 'APPROVED', 'approved'],
    ['accepted', 'ACTIVE', 'active'],
    ['accepted', 'ACCOUNT_UPDATED', 'in_review'],
    ['accepted', 'REJECTED', 'declined'],
    ['accepted', 'ACCOUNT_CLOSED', 'closed'],
    ['accepted', 'MOONSTRUCK', 'submitted'],
  ] as const)('is, when %s with %s: %s', (stage, brokerStatus, status) => {
    expect(statusOfAccount({ stage, brokerStatus })).toBe(status);
  });

  it('lets money move only when it is active', () => {
    expect(isActive(stateAfter())).toBe(false);
    expect(isActive(stateAfter(atBroker, [reported('APPROVED')]))).toBe(false);
    expect(isActive(stateAfter(active))).toBe(true);
  });
});
