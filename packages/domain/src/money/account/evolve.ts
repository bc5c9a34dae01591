import type { AccountEvent } from '@groundswell/contracts';
import type { Application, TradingAccount } from '../state.js';
import { statusOfAccountWord } from './status.js';

const atStage = (account: TradingAccount, stage: Application['stage']): TradingAccount =>
  account.application ? { ...account, application: { ...account.application, stage } } : account;

const withWord = (account: TradingAccount, brokerStatus: string): TradingAccount => ({
  ...account,
  brokerStatus,
  wasActive: account.wasActive || statusOfAccountWord(brokerStatus) === 'active',
});

/**
 * Applies an event to the application and its account at the broker. Reports about an account that was never
 * applied for change nothing.
 */
export const evolveAccount = (account: TradingAccount, event: AccountEvent): TradingAccount => {
  switch (event.type) {
    case 'TradingAccountRequested':
      return { ...account, application: { id: event.data.applicationId, stage: 'requested' } };
    case 'ApplicationSubmissionStarted':
      return atStage(account, 'submitting');
    case 'ApplicationAccepted.v2': {
      const { brokerAccountId, status, reportedAt } = event.data;
      return {
        ...withWord(atStage(account, 'accepted'), status),
        brokerAccountId,
        statusReportedAt: reportedAt ?? undefined,
      };
    }
    case 'ApplicationRefused':
      return atStage(account, 'refused');
    case 'AccountStatusReported': {
      const { status, findings, reportedAt } = event.data;
      return { ...withWord(account, status), findings, statusReportedAt: reportedAt };
    }
  }
};
