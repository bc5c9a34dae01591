import type { Relationship } from './relationship.js';

/** Bank accounts whose last four digits decide what becomes of them, so that a refusal can be seen without a tool. */
const returnReasons: Readonly<Record<string, string>> = {
  '9901': 'R01 Insufficient Funds',
  '9902': 'R02 Account Closed',
  '9903': 'R03 No Account/Unable to Locate Account',
  '9910': 'R10 Customer Advises Not Authorized',
};

const lastFour = ({ maskedAccountNumber }: Relationship): string => maskedAccountNumber.slice(-4);

/** Why the bank sends back every deposit from this account, after it was complete; undefined for other accounts. */
export const returnReasonOf = (relationship: Relationship): string | undefined =>
  returnReasons[lastFour(relationship)];

/** Why the bank refuses to be linked; undefined for other accounts. */
export const rejectionReasonOf = (relationship: Relationship): string | undefined =>
  lastFour(relationship) === '9990'
    ? 'bank account owner name does not match brokerage account name'
    : undefined;
