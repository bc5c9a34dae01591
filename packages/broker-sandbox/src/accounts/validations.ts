import { isIPv4 } from 'node:net';
import type { Refused } from '../http/refusal.js';
import type { Application } from './application.js';
import { isTaxId } from './tax-id.js';

/** A field and whether its value may stand. Alpaca's criteria (docs.alpaca.markets, "Data Validations"). */
type Check = readonly [field: string, passes: boolean];

const latin = (value: string | null | undefined): boolean =>
  value === undefined || value === null || (/^[\x20-\x7e]*$/.test(value) && value === value.trim());

const filled = (value: string): boolean => value.length > 0;

const poBox = /\b(p\.?\s*o\.?\s*box|post\s+office\s+box)\b/i;
const isStreet = (line: string): boolean =>
  line.length > 1 && latin(line) && !/^\d+$/.test(line) && !poBox.test(line);

const isEmail = (address: string): boolean => {
  const withoutAlias = address.replace(/\+[^@]*@/, '@');
  return latin(address) && withoutAlias.length <= 60 && /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(address);
};

const isDate = (text: string): boolean => {
  const at = Date.parse(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text
  );
};

/** Whole years on the calendar; who is born on 29 February has the birthday on 1 March of other years. */
const yearsBetween = (born: string, today: string): number =>
  Number(today.slice(0, 4)) - Number(born.slice(0, 4)) - (today.slice(5) < born.slice(5) ? 1 : 0);

const isGrownUp = (born: string, today: string): boolean => {
  const years = isDate(born) ? yearsBetween(born, today) : -1;
  return years >= 18 && years <= 120;
};

const isCountry = (code: string | undefined): boolean => code === undefined || /^[A-Z]{3}$/.test(code);
const isInstant = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text));

const contactChecks = ({ contact, identity }: Application): Check[] => {
  const american = contact.country === 'USA' || identity.country_of_tax_residence === 'USA';
  const { state = '', postal_code: postalCode = '' } = contact;
  return [
    ['contact.email_address', isEmail(contact.email_address)],
    ['contact.phone_number', !contact.phone_number || /^\+?[\d\s().-]{7,20}$/.test(contact.phone_number)],
    ['contact.street_address', contact.street_address.every(isStreet)],
    ['contact.unit', latin(contact.unit)],
    ['contact.city', filled(contact.city) && latin(contact.city)],
    ['contact.state', latin(state) && (!american || /^([A-Za-z]{2}|[A-Za-z][A-Za-z .]{3,})$/.test(state))],
    ['contact.postal_code', latin(postalCode) && (!american || /^\d{5}/.test(postalCode))],
    ['contact.country', isCountry(contact.country)],
  ];
};

const identityChecks = ({ identity }: Application, today: string): Check[] => [
  ['identity.given_name', filled(identity.given_name) && latin(identity.given_name)],
  ['identity.middle_name', latin(identity.middle_name)],
  ['identity.family_name', filled(identity.family_name) && latin(identity.family_name)],
  ['identity.date_of_birth', isGrownUp(identity.date_of_birth, today)],
  ['identity.tax_id', latin(identity.tax_id) && isTaxId(identity.tax_id ?? '', identity.tax_id_type)],
  ['identity.country_of_tax_residence', isCountry(identity.country_of_tax_residence)],
  ['identity.country_of_citizenship', isCountry(identity.country_of_citizenship)],
  ['identity.country_of_birth', isCountry(identity.country_of_birth)],
];

const agreementChecks = ({ agreements }: Application, now: number): Check[] => {
  const needed = ['customer_agreement', 'account_agreement'];
  return [
    ['agreements', agreements.some(({ agreement }) => needed.includes(agreement))],
    // A minute's grace for clocks that run ahead.
    [
      'agreements.signed_at',
      agreements.every(({ signed_at: at }) => isInstant(at) && Date.parse(at) <= now + 60_000),
    ],
    ['agreements.ip_address', agreements.every(({ ip_address: address }) => isIPv4(address))],
  ];
};

/** The first thing in an application that Alpaca would refuse; undefined when there is none. */
export const refusalOfApplication = (application: Application, now: number): Refused | undefined => {
  const today = new Date(now).toISOString().slice(0, 10);
  const checks = [
    ...contactChecks(application),
    ...identityChecks(application, today),
    ...agreementChecks(application, now),
  ];
  const failed = checks.find(([, passes]) => !passes);
  return failed && { status: 422, code: 40010001, message: `${failed[0]} is invalid` };
};
