import { refuse } from '@groundswell/contracts';
import type { Of, Outcome } from '../outcome.js';
import type { TradingAccount } from '../state.js';
import { isAccountWord, rankOfAccountWord, statusOfAccount } from './status.js';

export type AccountCommand = Of<
  | 'RequestTradingAccount'
  | 'StartApplicationSubmission'
  | 'RecordApplicationAccepted'
  | 'RecordApplicationRefused'
  | 'ReportAccountStatus'
>;

/** Whether money can move. */
export const isActive = ({ application, brokerStatus }: TradingAccount): boolean =>
  application !== undefined && statusOfAccount({ stage: application.stage, brokerStatus }) === 'active';

const sameFindings = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((finding) => other.includes(finding));

/** Of two reports the one of the later moment holds, and of the same moment the one that comes later in a life. */
const isNewer = ({ status, reportedAt }: Of<'ReportAccountStatus'>, account: TradingAccount): boolean => {
  const [at, known] = [Date.parse(reportedAt), Date.parse(account.statusReportedAt ?? '')];
  if (Number.isNaN(known) || at > known) return true;
  return at === known && rankOfAccountWord(status) >= rankOfAccountWord(account.brokerStatus);
};

const report = (command: Of<'ReportAccountStatus'>, account: TradingAccount): Outcome => {
  if (account.brokerAccountId === undefined) return refuse('TradingAccountNotReady');
  const { status, reportedAt } = command;
  const findings = [...command.findings].sort();
  const isSame = status === account.brokerStatus && sameFindings(findings, account.findings);
  if (!isAccountWord(status) || isSame || !isNewer(command, account)) return [];
  return [{ type: 'AccountStatusReported', data: { status, findings, reportedAt } }];
};

const request = (
  { applicationId, agreementVersion }: Of<'RequestTradingAccount'>,
  { application }: TradingAccount,
): Outcome => {
  if (application?.id === applicationId) return [];
  return application && application.stage !== 'refused'
    ? refuse('TradingAccountExists')
    : [{ type: 'TradingAccountRequested', data: { applicationId, agreementVersion } }];
};

/** Rules of the account itself: one application at a time, a further one only after the broker refused the last. */
export const decideAccount = (command: AccountCommand, account: TradingAccount): Outcome => {
  if (command.type === 'ReportAccountStatus') return report(command, account);
  if (command.type === 'RequestTradingAccount') return request(command, account);
  const { applicationId } = command;
  if (account.application?.id !== applicationId) return refuse('TradingAccountNotReady');
  const { stage } = account.application;
  const isOpen = stage === 'requested' || stage === 'submitting';
  switch (command.type) {
    case 'StartApplicationSubmission':
      return stage === 'requested' ? [{ type: 'ApplicationSubmissionStarted', data: { applicationId } }] : [];
    case 'RecordApplicationAccepted': {
      const { brokerAccountId, status } = command;
      return isOpen
        ? [{ type: 'ApplicationAccepted', data: { applicationId, brokerAccountId, status } }]
        : [];
    }
    case 'RecordApplicationRefused':
      return isOpen ? [{ type: 'ApplicationRefused', data: { applicationId, code: command.code } }] : [];
  }
};
