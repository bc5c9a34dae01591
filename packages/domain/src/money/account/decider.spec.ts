import type { TradingAccountEvent } from '@groundswell/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from '../decider.js';
import { evolve } from '../evolve.js';
import { active, applied, atBroker, given, stateAfter, submitting } from '../spec-kit/history.js';

const apply = (applicationId: string) => ({
  type: 'RequestTradingAccount' as const,
  applicationId,
  agreementVersion: '1',
});
const refused: TradingAccountEvent = {
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
    reportedAt: '2026-03-02T13:00:00Z',
  } as const;
  const refuse = {
    type: 'RecordApplicationRefused',
    applicationId: 'application-1',
    code: 'TAX_IDENTIFICATION',
  } as const;

  it('passes the fence once', () => {
    given(applied).when(start).then(submitting.slice(1));
    given(submitting).when(start).then([]);
  });

  it('does not start once it is over', () => {
    given(atBroker).when(start).thenRefused('TradingAccountNotReady');
    given(applied, [refused]).when(start).thenRefused('TradingAccountNotReady');
  });

  it('is accepted or refused once', () => {
    given(submitting).when(accept).then(atBroker.slice(2));
    given(submitting).when(refuse).then([refused]);
    given(atBroker).when(accept).then([]);
    given(atBroker).when(refuse).then([]);
    given(submitting, [refused]).when(accept).then([]);
  });

  it('does not affect another application', () => {
    for (const command of [start, accept, refuse]) {
      given(applied)
        .when({ ...command, applicationId: 'application-2' })
        .thenRefused('TradingAccountNotReady');
    }
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
