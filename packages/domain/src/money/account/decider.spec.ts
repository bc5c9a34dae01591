import type { TradingAccountEvent } from '@groundswell/contracts';
import { describe, it } from 'vitest';
import { active, applied, atBroker, given, submitting } from '../spec-kit/history.js';

const apply = (applicationId: string) => ({
  type: 'RequestTradingAccount' as const,
  applicationId,
  agreementVersion: '1',
});
const refused: TradingAccountEvent = {
  type: 'ApplicationRefused',
  data: { applicationId: 'application-1', code: 'TAX_IDENTIFICATION' },
};

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
