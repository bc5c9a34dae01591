import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { applicationFields, bankAccountFields, isOldEnough } from './fields.js';

const application = z.strictObject(applicationFields);
const bank = z.strictObject(bankAccountFields);
const valid = {
  first_name: ' Ada ',
  last_name: "O'Kafor-Smith",
  email: 'Ada.Okafor@Example.com',
  phone: '(555) 666-7788',
  street_address: '12 Tide Street',
  city: 'Portland',
  state: 'me',
  zip_code: '04101',
  dob: '1990-02-28',
  ssn: '536-22-8726',
  employment_status: 'employed',
  funding_source: 'savings',
  disclosure_agreements: '["is_control_person"]',
  agreement: 'agree',
};

describe('an application', () => {
  it('is accepted as people write it, and kept in one form', () => {
    expect(application.parse(valid)).toMatchObject({
      first_name: 'Ada',
      email: 'ada.okafor@example.com',
      phone: '+15556667788',
      state: 'ME',
      ssn: '536228726',
      disclosure_agreements: ['is_control_person'],
    });
  });

  it.each([
    ['first_name', 'Zoë', 'unaccented Latin letters'],
    ['first_name', '  ', 'Enter your first name'],
    ['email', 'ada@', 'such as name@example.com'],
    ['email', `${'a'.repeat(50)}@example.com`, 'up to 60 characters'],
    ['phone', '12', 'such as (555) 666-7788'],
    ['phone', '2555666778899001', 'such as (555) 666-7788'],
    ['phone', '+0555666778', 'such as (555) 666-7788'],
    ['phone', 'x+15556667788', 'such as (555) 666-7788'],
    ['street_address', 'P.O. Box 12', 'No P.O. boxes'],
    ['street_address', 'post office box 12', 'No P.O. boxes'],
    ['street_address', '1234', 'not a number alone'],
    ['state', 'Maine', 'two letters'],
    ['zip_code', '0410', 'such as 94107'],
    ['zip_code', 'x04101', 'such as 94107'],
    ['zip_code', '04101-12', 'such as 94107'],
    ['first_name', 'Zoë Ada', 'unaccented Latin letters'],
    ['dob', '1899-12-31', 'date of birth'],
    ['dob', '1990-02-30', 'date of birth'],
    ['ssn', '666-55-4321', 'isn’t a valid Social Security number'],
    ['employment_status', 'self_employed', 'employment status'],
    ['funding_source', 'lottery', 'source of funds'],
    ['disclosure_agreements', ['is_a_robot'], 'Invalid option'],
    ['disclosure_agreements', 'nothing', 'each of these questions'],
    ['agreement', 'disagree', 'you need to agree'],
  ])('is refused for its %s %o', (field, value, words) => {
    const { error } = application.safeParse({ ...valid, [field]: value });
    expect([...new Set(error?.issues.map(({ path }) => path[0]))]).toEqual([field]);
    expect(error?.issues[0]?.message).toContain(words);
  });

  it.each(['Postbox Lane 3', '5 Box Street', '1 A'])('may come from %s', (street_address) => {
    expect(application.safeParse({ ...valid, street_address }).success).toBe(true);
  });

  it.each(['15556667788', '+1 555 666 7788', '555.666.7788'])('may have the phone number %s', (phone) => {
    expect(application.parse({ ...valid, phone }).phone).toBe('+15556667788');
  });

  it('may come under an address with a long alias', () => {
    const email = `ada+${'x'.repeat(60)}@example.com`;
    expect(application.safeParse({ ...valid, email }).success).toBe(true);
  });

  it('is for people who are eighteen on the day', () => {
    expect(isOldEnough('2008-11-20', '2026-11-20')).toBe(true);
    expect(isOldEnough('2008-11-21', '2026-11-20')).toBe(false);
  });
});

describe('a bank account', () => {
  const account = {
    account_owner_name: 'Ada Okafor',
    bank_account_number: '0001 2345-6789',
    bank_routing_number: '121 000 358',
    bank_account_type: 'Checking',
  };

  it('is accepted as people write it, with leading zeros', () => {
    expect(bank.parse(account)).toEqual({
      account_owner_name: 'Ada Okafor',
      bank_account_number: '000123456789',
      bank_routing_number: '121000358',
      bank_account_type: 'checking',
    });
  });

  it.each([
    ['account_owner_name', '', 'name of the account’s owner'],
    ['bank_account_number', '123', '4 to 17 digits'],
    ['bank_routing_number', '121000359', 'isn’t a US bank routing number'],
    ['bank_account_type', 'crypto', 'checking or savings'],
  ])('is refused for its %s %o', (field, value, words) => {
    const { error } = bank.safeParse({ ...account, [field]: value });
    expect(error?.issues[0]?.path).toEqual([field]);
    expect(error?.issues[0]?.message).toContain(words);
  });
});
