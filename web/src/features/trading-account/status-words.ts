import type { TradingAccountStatus } from '@groundswell/contracts';

interface StatusWords {
  readonly title: string;
  /** What it means, and what comes next. */
  readonly text: string;
}

export const statusWords: Readonly<Record<TradingAccountStatus, StatusWords>> = {
  requested: {
    title: 'We’re sending your application to the broker',
    text: 'This takes a few seconds. There’s nothing more to do. This page updates automatically.',
  },
  submitted: {
    title: 'The broker has your application',
    text: 'We’re checking it. This usually takes a few minutes. This page updates automatically, and you can leave it.',
  },
  in_review: {
    title: 'Your application is in review',
    text: 'A specialist at the broker is reviewing it. That usually takes one or two business days.',
  },
  action_required: {
    title: 'The broker needs something from you',
    text: 'Your application hasn’t been declined. It continues once this is resolved.',
  },
  approved: {
    title: 'You’re approved',
    text: 'The broker is opening your account. This takes a moment. This page updates automatically.',
  },
  active: {
    title: 'Your account is open',
    text: 'It’s with our broker, in your own name.',
  },
  under_review: {
    title: 'The broker is reviewing your account',
    text: 'It stays open, and your money hasn’t moved. You can’t make transfers until the review is over. There’s nothing more to do. This page updates automatically.',
  },
  restricted: {
    title: 'The broker needs something from you',
    text: 'Your account stays open, and your money hasn’t moved. You can’t make transfers until this is resolved.',
  },
  declined: {
    title: 'The broker didn’t open an account',
    text: 'No money has moved.',
  },
  closed: {
    title: 'This account is closed',
    text: 'You can’t move money in or out of it.',
  },
};

interface RefusedWords extends StatusWords {
  /** Text next to its step. */
  readonly step: string;
  /** The button's label. */
  readonly again: string;
}

const notTaken: RefusedWords = {
  title: 'The broker couldn’t accept your application',
  text: 'No account was opened, and no money has moved. You can correct it and send it again.',
  step: 'Not accepted',
  again: 'Correct and send again',
};

/** For applications not refused by the broker. */
const neverDecided: Readonly<Partial<Record<string, RefusedWords>>> = {
  EnterAgain: {
    title: 'Your application didn’t reach the broker',
    text: 'No account was opened, and no money has moved. You can send it again.',
    step: 'No answer',
    again: 'Send again',
  },
  DroppedByOperator: {
    title: 'We canceled your application',
    text: 'The broker made no decision. You can send it again.',
    step: 'Canceled',
    again: 'Send again',
  },
};

/** The application failed and can be sent again. @param code the reason in the log */
export const refusedWords = (code: string): RefusedWords => neverDecided[code] ?? notTaken;

/** The step that asks for the field a refusal is about; undefined when it is not about a single one. */
export const stepOfRefusal = (code: string): string | undefined => {
  if (/^(Email|Phone|FirstName|LastName|Dob)/.test(code)) return 'about';
  return /^(StreetAddress|City|State|ZipCode)/.test(code) ? 'address' : undefined;
};

/** The broker's findings and requirements by code (kyc_results of its Broker API, an open list). */
const findings: Readonly<Record<string, string>> = {
  IDENTITY_VERIFICATION: 'We couldn’t confirm your identity. You’ll need to provide a photo ID.',
  TAX_IDENTIFICATION: 'We couldn’t confirm your Social Security number.',
  ADDRESS_VERIFICATION:
    'We couldn’t confirm your address. You’ll need to send a bill or bank statement that shows it.',
  DATE_OF_BIRTH: 'We couldn’t confirm your date of birth.',
  SELFIE_VERIFICATION: 'We need a photo of you as well as your ID.',
  INVALID_IDENTITY_PASSPORT: 'We couldn’t read your passport.',
  PEP: 'You said that you’re a senior political figure. The broker needs to know which office.',
  FAMILY_MEMBER_PEP:
    'You said that a family member is a senior political figure. The broker needs to know who.',
  CONTROL_PERSON:
    'You said that you’re a senior executive of a public company or hold 10% or more of one. The broker needs to know which company.',
  AFFILIATED:
    'You said that you’re affiliated with a broker-dealer or FINRA. The broker needs a letter of consent from them.',
  COUNTRY_NOT_SUPPORTED: 'The broker doesn’t open accounts for residents of your country.',
  WATCHLIST_HIT: 'Your name resembles one on a list that brokers must check. A specialist is reviewing it.',
};

export const findingText = (code: string): string =>
  findings[code] ?? `The broker needs more information (${code.toLowerCase().replaceAll('_', ' ')}).`;
