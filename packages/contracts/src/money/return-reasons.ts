import { supportAddress } from '../support.js';

/** Meaning of a bank's return code, and what the person can do (Nacha operating rules, appendix four). */
const reasons: Readonly<Record<string, string>> = {
  R01: 'there wasn’t enough money in the bank account. You can try again once there is.',
  R02: 'the bank account is closed. Link another one.',
  R03: 'the bank couldn’t find the account. Check your bank account’s numbers.',
  R04: 'the bank couldn’t find the account. Check your bank account’s numbers.',
  R05: `it was reported as not authorized. Transfers may be held until this is resolved. Write to ${supportAddress}.`,
  R07: 'your bank says that the authorization was revoked. Talk to your bank.',
  R08: 'payment was stopped at your bank. Talk to your bank.',
  R09: 'the money in the bank account hadn’t cleared yet. You can try again once it has.',
  R10: `it was reported as not authorized. Transfers may be held until this is resolved. Write to ${supportAddress}.`,
  R11: `it was reported as different from what was agreed. Transfers may be held until this is resolved. Write to ${supportAddress}.`,
  R13: 'the routing number can’t be used for transfers. Check it in your bank account.',
  R16: 'the bank has restricted the account. Talk to your bank.',
  R20: 'this type of account doesn’t allow transfers. Link a checking account instead.',
  R23: 'the bank didn’t accept the money.',
  R28: 'the routing number can’t be used for transfers. Check it in your bank account.',
  R29: 'the bank account belongs to a business that didn’t authorize it.',
};

/** Our codes for reasons that the broker gave as text. */
const ownReasons: Readonly<Record<string, string>> = {
  'owner mismatch': 'the name on the bank account doesn’t match your trading account.',
  'not approved': 'it wasn’t approved in time.',
  voided: 'the broker canceled it.',
  other: `the broker gave a reason without a code. Write to ${supportAddress} to find out more.`,
};

/** The reason, as a clause after a colon; an old log may hold the broker's text instead of a code. */
export const returnReasonText = (reason: string | null): string => {
  const code = /\bR\d{2}\b/.exec(reason ?? '')?.[0];
  const known = code && reasons[code];
  if (known) return `${known} (${code})`;
  return ownReasons[reason ?? ''] ?? reason ?? 'the bank gave no reason.';
};
