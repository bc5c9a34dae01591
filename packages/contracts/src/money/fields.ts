import { z } from 'zod';
import { emailSchema, notAnAddress } from '../people/email.js';
import { ageOn, bankAccountNumberPattern, routingNumberIsValid, ssnIsValid } from './numbers.js';

/** Alpaca accepts names, addresses and tax ids in printable ASCII only. */
const printable = /^[\x20-\x7e]+$/;

const text = (label: string, max: number) =>
  z
    .string({ error: `Enter ${label}.` })
    .trim()
    .min(1, `Enter ${label}.`)
    .max(max, `Use at most ${max} characters for ${label}.`)
    .regex(printable, `Enter ${label} in unaccented Latin letters. The broker accepts no others.`);

export const employmentStatuses = ['employed', 'unemployed', 'retired', 'student'] as const;
export const fundingSources = [
  'employment_income',
  'business_income',
  'inheritance',
  'investments',
  'savings',
  'family',
] as const;
export const disclosures = [
  'is_affiliated_exchange_or_finra',
  'is_control_person',
  'is_politically_exposed',
  'immediate_family_exposed',
] as const;
export type Disclosure = (typeof disclosures)[number];

/** The fourteen fields of an application, each on its own. `applicationSchema` checks the age on the day. */
export const applicationFields = {
  first_name: text('your first name', 50),
  last_name: text('your last name', 50),
  email: emailSchema
    .pipe(z.email(notAnAddress))
    .refine(
      (address) => withoutTag(address).length <= 60,
      'The broker accepts addresses of up to 60 characters. Use a shorter one.',
    ),
  phone: z
    .string({ error: 'Enter your phone number.' })
    .transform((typed) => typed.replaceAll(/[\s().-]/g, ''))
    .transform((digits) => (/^\d{10}$/.test(digits) ? `+1${digits}` : digits.replace(/^(1\d{10})$/, '+$1')))
    .refine((phone) => /^\+[1-9]\d{7,14}$/.test(phone), 'Enter a phone number such as (555) 666-7788.'),
  street_address: text('your street address', 100).refine(
    isStreet,
    'Enter the street and number where you live, not a number alone. No P.O. boxes.',
  ),
  city: text('your city', 50),
  state: z
    .string({ error: 'Choose your state.' })
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, 'Enter your state as two letters, such as CA.'),
  zip_code: z
    .string({ error: 'Enter your ZIP code.' })
    .trim()
    .regex(/^\d{5}(-\d{4})?$/, 'Enter a ZIP code such as 94107.'),
  dob: z.iso
    .date('Enter your date of birth.')
    .refine((date) => date >= '1900-01-01', 'Enter your date of birth.'),
  ssn: z
    .string({ error: 'Enter your Social Security number.' })
    .transform((typed) => typed.replaceAll(/[\s-]/g, ''))
    .refine(
      ssnIsValid,
      'This isn’t a valid Social Security number. It has nine digits, such as 123-45-6789.',
    ),
  employment_status: z.enum(employmentStatuses, 'Choose your employment status.'),
  funding_source: z.enum(fundingSources, 'Choose a source of funds.'),
  /**
   * The disclosures that apply to the person. Also accepts a JSON string of the list, as the generic form sends it.
   */
  disclosure_agreements: z.preprocess(
    listOf,
    z.array(z.enum(disclosures), { error: 'Answer each of these questions.' }).max(disclosures.length),
  ),
  agreement: z.literal('agree', {
    error: 'To open an account, you need to agree to the account agreement.',
  }),
} as const;

const { ssn: _neverKept, disclosure_agreements: _list, agreement: _given, ...texts } = applicationFields;
type Answer = keyof typeof texts;

/** The answers of an application that are text and may be kept: neither the SSN nor the agreement. */
export const applicationAnswers = Object.keys(texts) as readonly Answer[];

/** One schema for each of these answers. */
export const eachAnswer = <Schema>(schema: Schema): Readonly<Record<Answer, Schema>> =>
  Object.fromEntries(applicationAnswers.map((name) => [name, schema])) as Record<Answer, Schema>;

function isStreet(line: string): boolean {
  return line.length > 1 && /\D/.test(line) && !/\b(p\.?\s*o\.?\s*box|post\s+office\s+box)\b/i.test(line);
}

function listOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** An address without its subaddress: `ada+money@example.com` becomes `ada@example.com` (RFC 5233). */
function withoutTag(address: string): string {
  const [at, plus] = [address.lastIndexOf('@'), address.indexOf('+')];
  return plus === -1 || plus > at ? address : address.slice(0, plus) + address.slice(at);
}

export const minimumAge = 18;

/** Whether a person born on `dob` is old enough to open an account on `today`. Both are calendar days. */
export const isOldEnough = (dob: string, today: string): boolean => ageOn(dob, today) >= minimumAge;

export const bankAccountFields = {
  account_owner_name: text('the name of the account’s owner', 100),
  bank_account_number: z
    .string({ error: 'Enter the account number.' })
    .transform((typed) => typed.replaceAll(/[\s-]/g, ''))
    .refine((number) => bankAccountNumberPattern.test(number), 'An account number has 4 to 17 digits.'),
  bank_routing_number: z
    .string({ error: 'Enter the routing number.' })
    .transform((typed) => typed.replaceAll(/[\s-]/g, ''))
    .refine(
      routingNumberIsValid,
      'This isn’t a US bank routing number. It has nine digits, at the bottom left of a check.',
    ),
  bank_account_type: z
    .string({ error: 'Choose checking or savings.' })
    .toLowerCase()
    .pipe(z.enum(['checking', 'savings'], 'Choose checking or savings.')),
} as const;
