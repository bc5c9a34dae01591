/** What a bank means by the code it sends money back with, and what can be done (Nacha operating rules, appendix four). */
const reasons: Readonly<Record<string, string>> = {
  R01: 'there was not enough money in the bank account. You can try again once there is.',
  R02: 'the bank account is closed. Link another one.',
  R03: 'the bank could not find the account. Check the numbers of your bank link.',
  R04: 'the bank could not find the account. Check the numbers of your bank link.',
  R05: 'it was reported as not authorized. Transfers may be held until this is cleared up; contact us.',
  R07: 'the permission for it was withdrawn at the bank.',
  R08: 'a stop was placed on it at the bank.',
  R09: 'the money in the bank account was not collected yet. You can try again once it is.',
  R10: 'it was reported as not authorized. Transfers may be held until this is cleared up; contact us.',
  R11: 'it was reported as not as agreed. Transfers may be held until this is cleared up; contact us.',
  R13: 'the routing number cannot be used for transfers. Check it in your bank link.',
  R16: 'the bank has restricted the account. Talk to your bank.',
  R20: 'this kind of account does not allow transfers. Link a checking account instead.',
  R23: 'the bank did not accept the money.',
  R28: 'the routing number cannot be used for transfers. Check it in your bank link.',
  R29: 'the bank account belongs to a business that did not authorize it.',
};

/** Codes of ours, for what the broker said in words. */
const ownReasons: Readonly<Record<string, string>> = {
  'owner mismatch': 'the name on the bank account is not the name on your trading account.',
  'not approved': 'it was not approved in time.',
  voided: 'the broker gave it up.',
  other: 'the broker gave a reason that has no code. Contact us to learn it.',
};

/** Why, in a clause after a colon; what is no code is in an old log, in the broker's own words. */
export const returnReasonText = (reason: string | null): string => {
  const code = /\bR\d{2}\b/.exec(reason ?? '')?.[0];
  const known = code && reasons[code];
  if (known) return `${known} (${code})`;
  return ownReasons[reason ?? ''] ?? reason ?? 'the bank gave no reason.';
};
