import type { TradingAccountEvent } from '@groundswell/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from '../decider.js';
import { evolve } from '../evolve.js';
import {
  active,
  applicationId,
  atBroker,
  given,
  reported,
  stateAfter,
  submitting,
} from '../spec-kit/history.js';

const _refused: TradingAccountEvent = {
  type: 'ApplicationRefused',
  data: { applicationId: 'application-1', code: 'TAX_IDENTIFICATION' },
};
const report = (status: string, reportedAt: string, findings?: readonly string[]) => ({
  type: 'ReportAccountStatus' as const,
  status,
  findings,
  reportedAt,
});
const reportFindings = (findings: readonly string[], reportedAt: string) => ({
  type: 'ReportAccountFindings' as const,
  findings,
  reportedAt,
});

describe('a report of the broker about an account', () => {
  const noon = '2026-03-02T17:00:00.000Z';

  it('is kept in the broker’s words, with findings in order', () => {
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

  it('changes nothing when it is repeated, late, or not understood', () => {
    given(active).when(report('ACTIVE', '2026-03-02T15:00:00.000Z')).then([]);
    given(active).when(report('APPROVED', '2026-03-02T14:00:00.000Z')).then([]);
    given(active).when(report('MOONSTRUCK', '2026-03-03T14:00:00.000Z')).then([]);
  });

  it('takes an active account out of use, and puts it back', () => {
    const later = '2026-03-02T16:00:00.000Z';
    given(active)
      .when(report('ACCOUNT_UPDATED', later))
      .then([reported('ACCOUNT_UPDATED', later)]);
    given(active, [reported('ACCOUNT_UPDATED', later)])
      .when(report('ACTIVE', noon))
      .then([reported('ACTIVE', noon)]);
  });

  it('says up to when it holds, so earlier reports that come after it are late', () => {
    given(active)
      .when(report('ACTIVE', noon))
      .then([reported('ACTIVE', noon)]);
    given(active, [reported('ACTIVE', noon)])
      .when(report('ACCOUNT_UPDATED', '2026-03-02T16:00:00.000Z'))
      .then([]);
  });

  it('stays open when earlier messages come after a read whose time is known only to the second', () => {
    const read = [reported('ACTIVE', '2026-03-02T16:00:00Z')];
    given(active, read).when(report('APPROVED', '2026-03-02T16:00:00.800Z')).then([]);
    given(active, read)
      .when(report('ACCOUNT_UPDATED', '2026-03-02T16:00:01.000Z'))
      .then([reported('ACCOUNT_UPDATED', '2026-03-02T16:00:01.000Z')]);
    given(active, [reported('ACCOUNT_UPDATED', '2026-03-02T16:00:00.800Z')])
      .when(report('ACTIVE', '2026-03-02T16:00:00Z'))
      .then([reported('ACTIVE', '2026-03-02T16:00:00Z')]);
  });

  it('knows when the broker accepted it, and ignores reports from before', () => {
    const taken: TradingAccountEvent = {
      type: 'ApplicationAccepted.v2',
      data: {
        applicationId,
        brokerAccountId: 'broker-1',
        status: 'ACTIVE',
        reportedAt: '2026-03-02T16:00:05Z',
      },
    };
    given(submitting, [taken]).when(report('APPROVED', '2026-03-02T16:00:02.000Z')).then([]);
    given(submitting, [taken])
      .when(report('DISABLED', '2026-03-02T16:00:07.000Z'))
      .then([reported('DISABLED', '2026-03-02T16:00:07.000Z')]);
  });

  it('leaves the findings as they are, as long as there still can be some', () => {
    const found: TradingAccountEvent = {
      type: 'AccountStatusReported',
      data: { status: 'ACTION_REQUIRED', findings: ['ADDRESS'], reportedAt: '2026-03-02T15:00:00.000Z' },
    };
    const after = (status: string): TradingAccountEvent[] => {
      const outcome = decide(report(status, noon), stateAfter(atBroker, [found]));
      return 'refused' in outcome ? [] : [...outcome];
    };
    for (const status of ['ACTION_REQUIRED', 'APPROVAL_PENDING', 'REJECTED', 'SUBMISSION_FAILED'])
      expect(after(status)).toMatchObject([{ data: { status, findings: ['ADDRESS'] } }]);
    expect(after('ACTIVE')).toMatchObject([{ data: { status: 'ACTIVE', findings: [] } }]);
  });

  it('of findings alone says nothing of the status, nor of its moment', () => {
    const at = '2026-03-02T15:00:00.000Z';
    const found = (findings: string[]): TradingAccountEvent => ({
      type: 'AccountStatusReported',
      data: { status: 'ACTION_REQUIRED', findings, reportedAt: at },
    });
    const history = [...atBroker, found(['NAME'])];
    given(history)
      .when(reportFindings(['TAX_ID', 'DOB'], noon))
      .then([found(['DOB', 'TAX_ID'])]);
    given(history)
      .when(reportFindings(['NAME'], noon))
      .then([]);
    given(history)
      .when(reportFindings(['DOB'], '2026-03-02T14:00:00.000Z'))
      .then([]);
    given(atBroker)
      .when(reportFindings(['DOB'], '2026-03-02T12:59:00.000Z'))
      .then([]);
  });

  it('of findings is news when there are as many as before, or fewer', () => {
    const at = '2026-03-02T15:00:00.000Z';
    const found = (findings: string[]): TradingAccountEvent => ({
      type: 'AccountStatusReported',
      data: { status: 'ACTION_REQUIRED', findings, reportedAt: at },
    });
    for (const next of [['TAX_ID'], ['DOB']]) {
      const history = [...atBroker, found(next[0] === 'DOB' ? ['DOB', 'TAX_ID'] : ['DOB'])];
      given(history)
        .when(reportFindings(next, at))
        .then([found(next)]);
      given(history)
        .when(report('ACTION_REQUIRED', at, next))
        .then([found(next)]);
    }
  });

  it('counts whatever its moment, when it is unknown since when the last status has held', () => {
    const taken: TradingAccountEvent = {
      type: 'ApplicationAccepted.v2',
      data: { applicationId, brokerAccountId: 'broker-1', status: 'SUBMITTED', reportedAt: null },
    };
    given(submitting, [taken])
      .when(report('ACTIVE', noon))
      .then([reported('ACTIVE', noon)]);
  });

  it('is put in order by thousandths of a second where both say them', () => {
    const [early, late] = ['2026-03-02T16:00:00.100Z', '2026-03-02T16:00:00.800Z'];
    given(active, [reported('ACTIVE', early)])
      .when(report('ACCOUNT_UPDATED', late))
      .then([reported('ACCOUNT_UPDATED', late)]);
    given(active, [reported('ACCOUNT_UPDATED', late)])
      .when(report('ACTIVE', early))
      .then([]);
  });

  it('cannot come before the broker has the account', () => {
    given(submitting).when(report('ACTIVE', noon)).thenRefused('TradingAccountNotReady');
    given(submitting)
      .when(reportFindings(['DOB'], noon))
      .thenRefused('TradingAccountNotReady');
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

describe('the status of an account', () => {
  it('is the last one that the broker reported, in any order of messages, with findings among them', {
    timeout: 60_000,
  }, () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 15, minute)).toISOString();
    // The status may go back and forth and repeat, and findings may arrive separately.
    const message = fc.oneof(
      fc.constantFrom('ACTION_REQUIRED', 'APPROVED', 'ACTIVE', 'ACCOUNT_UPDATED', 'ACCOUNT_CLOSED'),
      fc.constant(undefined),
    );
    const story = fc
      .array(message, { minLength: 2, maxLength: 8 })
      .filter((words) => words.some((word) => word !== undefined))
      .map((words) =>
        words.map((word, minute) =>
          word === undefined ? reportFindings(['DOB'], at(minute)) : report(word, at(minute)),
        ),
      );
    const told = story.chain((messages) =>
      fc.tuple(
        fc.constant(messages),
        fc.shuffledSubarray([...messages, ...messages], { minLength: messages.length * 2 }),
      ),
    );
    fc.assert(
      fc.property(told, ([messages, heard]) => {
        const account = heard.reduce((state, each) => {
          const outcome = decide(each, state);
          if ('refused' in outcome) throw new Error(outcome.refused);
          return outcome.reduce(evolve, state);
        }, stateAfter(atBroker));
        const last = messages.findLast(({ type }) => type === 'ReportAccountStatus');
        expect(account.brokerStatus).toBe(last && 'status' in last ? last.status : undefined);
        expect(account.statusReportedAt).toBe(last?.reportedAt);
      }),
    );
  });
});
