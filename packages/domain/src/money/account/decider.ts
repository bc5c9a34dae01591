import { type Refusal, refuse, type TradingAccountStatus } from '@groundswell/contracts';
import type { Of, Outcome } from '../outcome.js';
import type { TradingAccount } from '../state.js';
import { isLater } from './reported-at.js';
import { isAccountWord, mayApply, rankOfAccountWord, statusOfTradingAccount } from './status.js';

export type AccountCommand = Of<
  | 'RequestTradingAccount'
  | 'StartApplicationSubmission'
  | 'RecordApplicationAccepted'
  | 'RecordApplicationRefused'
  | 'ReportAccountStatus'
  | 'ReportAccountFindings'
>;

/** Reasons for accounts that are not simply being opened. */
const whyInactive: Readonly<Partial<Record<TradingAccountStatus, string>>> = {
  under_review: 'The broker is reviewing your account. It stays open. Try again once the review is over.',
  restricted: 'The broker needs something from you before money can move again. See your account page.',
  declined: 'The broker didn’t open a trading account for you, so you can’t move money.',
  closed: 'Your trading account is closed. You can’t move money in or out of it.',
};

/** Refuses, with the reason, if no money can move. Undefined if it can. */
export const refusedUnlessActive = (account: TradingAccount): Refusal | undefined => {
  const status = statusOfTradingAccount(account);
  return status === 'active' ? undefined : refuse('TradingAccountNotReady', status && whyInactive[status]);
};

const sameFindings = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((finding) => other.includes(finding));

/**
 * Of two reports the later one counts; if their order is unknown, the one that comes later in an account's
 * life.
 */
const isNewer = (
  { status, reportedAt }: Of<'ReportAccountStatus'>,
  { statusReportedAt: known, brokerStatus }: TradingAccount,
): boolean =>
  known === undefined ||
  (isLater(reportedAt, known) ?? rankOfAccountWord(status) >= rankOfAccountWord(brokerStatus));

/** Statuses for which the broker still has findings that a person must act on. */
const withFindings = new Set(['ACTION_REQUIRED', 'APPROVAL_PENDING', 'REJECTED', 'SUBMISSION_FAILED']);

/** The same status at a later moment is news: it makes reports from in between too late. */
const report = (command: Of<'ReportAccountStatus'>, account: TradingAccount): Outcome => {
  if (account.brokerAccountId === undefined) return refuse('TradingAccountNotReady');
  const { status, reportedAt } = command;
  if (!isAccountWord(status) || !isNewer(command, account)) return [];
  const kept = withFindings.has(status) ? account.findings : [];
  const findings = [...(command.findings ?? kept)].sort();
  const isRepeated =
    status === account.brokerStatus &&
    sameFindings(findings, account.findings) &&
    Date.parse(reportedAt) === Date.parse(account.statusReportedAt ?? '');
  return isRepeated ? [] : [{ type: 'AccountStatusReported', data: { status, findings, reportedAt } }];
};

/** Findings that arrive on their own belong to the known status, and change neither it nor its moment. */
const reportFindings = (
  { findings: found, reportedAt: foundAt }: Of<'ReportAccountFindings'>,
  { brokerAccountId, brokerStatus, statusReportedAt: reportedAt, findings: known }: TradingAccount,
): Outcome => {
  if (brokerAccountId === undefined) return refuse('TradingAccountNotReady');
  const findings = [...found].sort();
  const isOfStatus = reportedAt !== undefined && Date.parse(foundAt) >= Date.parse(reportedAt);
  if (brokerStatus === undefined || !isOfStatus || sameFindings(findings, known)) return [];
  return [{ type: 'AccountStatusReported', data: { status: brokerStatus, findings, reportedAt } }];
};

const request = (
  { applicationId, agreementVersion }: Of<'RequestTradingAccount'>,
  account: TradingAccount,
): Outcome => {
  if (account.application?.id === applicationId) return [];
  return mayApply(account)
    ? [{ type: 'TradingAccountRequested', data: { applicationId, agreementVersion } }]
    : refuse('TradingAccountExists');
};

/** Rules of the account: one application at a time, and another only after the broker refused the last one. */
export const decideAccount = (command: AccountCommand, account: TradingAccount): Outcome => {
  if (command.type === 'ReportAccountStatus') return report(command, account);
  if (command.type === 'ReportAccountFindings') return reportFindings(command, account);
  if (command.type === 'RequestTradingAccount') return request(command, account);
  const { applicationId } = command;
  if (account.application?.id !== applicationId) return refuse('TradingAccountNotReady');
  const { stage } = account.application;
  const isOpen = stage === 'requested' || stage === 'submitting';
  switch (command.type) {
    case 'StartApplicationSubmission':
      if (!isOpen) return refuse('TradingAccountNotReady');
      return stage === 'requested' ? [{ type: 'ApplicationSubmissionStarted', data: { applicationId } }] : [];
    case 'RecordApplicationAccepted': {
      const { brokerAccountId, status, reportedAt } = command;
      return isOpen
        ? [{ type: 'ApplicationAccepted.v2', data: { applicationId, brokerAccountId, status, reportedAt } }]
        : [];
    }
    case 'RecordApplicationRefused':
      return isOpen ? [{ type: 'ApplicationRefused', data: { applicationId, code: command.code } }] : [];
  }
};
