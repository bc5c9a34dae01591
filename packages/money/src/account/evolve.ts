import type { AccountEvent } from '@groundswell/contracts';
import type { Application, TradingAccount } from '../state.js';

const atStage = (account: TradingAccount, stage: Application['stage']): TradingAccount =>
  account.application ? { ...account, application: { ...account.application, stage } } : account;

export const evolveAccount = (account: TradingAccount, event: AccountEvent): TradingAccount => {
  switch (event.type) {
    case 'TradingAccountRequested':
      return { ...account, application: { id: event.data.applicationId, stage: 'requested' } };
    case 'ApplicationSubmissionStarted':
      return atStage(account, 'submitting');
    case 'ApplicationAccepted': {
      const { brokerAccountId, status } = event.data;
      return { ...atStage(account, 'accepted'), brokerAccountId, brokerStatus: status };
    }
    case 'ApplicationRefused':
      return atStage(account, 'refused');
    case 'AccountStatusReported': {
      const { status, findings, reportedAt } = event.data;
      return { ...account, brokerStatus: status, findings, statusReportedAt: reportedAt };
    }
  }
};
