import { alreadyLinked, type BrokerError } from '@groundswell/broker';
import type { BrokerRefusalCode } from '@groundswell/contracts';

type Rule = readonly [fits: RegExp, code: BrokerRefusalCode];

/** Statuses about the request itself; others are about us, and need an operator. */
const aboutTheAsked = new Set([400, 422]);

/** Whether a refusal is about the request, so that it would be refused again. */
export const isAboutTheAsked = ({ status }: BrokerError): boolean =>
  status !== undefined && aboutTheAsked.has(status);

/**
 * Whether the broker refused the request and would refuse it again. For a transfer, use `isTransferRefused`.
 */
export const isRefused = (error: BrokerError): boolean =>
  error.kind === 'refused' && isAboutTheAsked(error) && error.code !== alreadyLinked;

const codeOf = (
  words: string | undefined,
  rules: readonly Rule[],
  otherwise: BrokerRefusalCode,
): BrokerRefusalCode => rules.find(([fits]) => fits.test(words ?? ''))?.[1] ?? otherwise;

/** The broker names the rejected field. */
const applicationRules: readonly Rule[] = [
  [/email/i, 'EmailRefused'],
  [/phone/i, 'PhoneRefused'],
  [/street/i, 'StreetAddressRefused'],
  [/postal/i, 'ZipCodeRefused'],
  [/contact\.state/i, 'StateRefused'],
  [/city/i, 'CityRefused'],
  [/given_name/i, 'FirstNameRefused'],
  [/family_name/i, 'LastNameRefused'],
  [/date_of_birth/i, 'DobRefused'],
  [/tax_id/i, 'SsnRefused'],
];

const bankLinkRules: readonly Rule[] = [
  [/routing/i, 'RoutingNumberRefused'],
  [/account_number/i, 'AccountNumberRefused'],
  [/active/i, 'AccountNotActive'],
];

/** Words that are about the transfer and nothing else. */
const plainTransferRules: readonly Rule[] = [
  [/per trading day/i, 'TransferDayTaken'],
  [/daily transfer/i, 'TransferLimitExceeded'],
  [/deposits are not permitted/i, 'DepositsBlocked'],
  [/withdrawals are not permitted/i, 'WithdrawalsBlocked'],
  [/amount must be greater/i, 'AmountTooSmall'],
  [
    /withdrawal amount must|insufficient (buying power|funds|cash|balance)|balance is insufficient/i,
    'CashInsufficient',
  ],
];

const transferRules: readonly Rule[] = [
  ...plainTransferRules,
  [/withdraw|insufficient|transferable/i, 'CashInsufficient'],
  [/relationship/i, 'BankLinkNotReady'],
];

/**
 * A transfer may also be forbidden: only the text distinguishes that from our keys being forbidden
 * altogether, or lacking a permission.
 */
export const isTransferRefused = (error: BrokerError): boolean =>
  isRefused(error) ||
  (error.kind === 'refused' &&
    error.status === 403 &&
    plainTransferRules.some(([fits]) => fits.test(error.words ?? '')));

/**
 * The part of a refusal that a person can fix. The broker's text stays out of the log: it may quote what it
 * was sent.
 */
export const applicationRefusalOf = ({ words }: BrokerError): BrokerRefusalCode =>
  codeOf(words, applicationRules, 'ApplicationRefused');

/** Why the broker refuses a bank link, as our code. */
export const bankLinkRefusalOf = ({ words }: BrokerError): BrokerRefusalCode =>
  codeOf(words, bankLinkRules, 'BankLinkRefused');

/** Why the broker refuses a transfer, as our code. */
export const transferRefusalOf = ({ words }: BrokerError): BrokerRefusalCode =>
  codeOf(words, transferRules, 'TransferRefused');
