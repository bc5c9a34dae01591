import { alreadyLinked, BrokerError } from '@groundswell/broker';
import { describe, expect, it } from 'vitest';
import { reasonOf, StepFailed } from './failure.js';
import {
  applicationRefusalOf,
  bankLinkRefusalOf,
  isRefused,
  isTransferRefused,
  transferRefusalOf,
} from './refusals.js';

const refused = (status: number, words: string, code?: number) =>
  new BrokerError(`the broker answered ${status}`, { kind: 'refused', status, code, words });

describe('a refusal of the broker', () => {
  it.each([
    ['maximum number of ACH transfers allowed is 1 per trading day in each direction', 'TransferDayTaken'],
    ['maximum total daily transfer allowed is $50000', 'TransferLimitExceeded'],
    ['withdrawal amount must be less than or equal to cash_withdrawable', 'CashInsufficient'],
    ['deposits are not permitted for this account', 'DepositsBlocked'],
    ['withdrawals are not permitted for this account', 'WithdrawalsBlocked'],
    ['withdrawal amount must be greater than 1', 'AmountTooSmall'],
    ['deposit amount must be greater than or equal to 1', 'AmountTooSmall'],
    ['not enough transferable cash', 'CashInsufficient'],
    ['invalid relationship_id', 'BankLinkNotReady'],
    ['something new', 'TransferRefused'],
  ])('of a transfer, "%s", is %s', (message, code) => {
    expect(transferRefusalOf(refused(422, message))).toBe(code);
  });

  it.each([
    ['contact.email_address is invalid', 'EmailRefused'],
    ['contact.phone_number is invalid', 'PhoneRefused'],
    ['contact.street_address is invalid', 'StreetAddressRefused'],
    ['contact.city is invalid', 'CityRefused'],
    ['contact.state is invalid', 'StateRefused'],
    ['contact.postal_code is invalid', 'ZipCodeRefused'],
    ['identity.given_name is invalid', 'FirstNameRefused'],
    ['identity.family_name is invalid', 'LastNameRefused'],
    ['identity.date_of_birth is invalid', 'DobRefused'],
    ['identity.tax_id is invalid', 'SsnRefused'],
    ['agreements.signed_at is invalid', 'ApplicationRefused'],
    ['agreements.ip_address is invalid', 'ApplicationRefused'],
  ])('of an application, "%s", is %s', (message, code) => {
    expect(applicationRefusalOf(refused(422, message))).toBe(code);
  });

  it.each([
    ['bank_routing_number is invalid', 'RoutingNumberRefused'],
    ['bank_account_number is invalid', 'AccountNumberRefused'],
    ['account must be active', 'AccountNotActive'],
    ['no', 'BankLinkRefused'],
  ])('of a bank link, "%s", is %s', (message, code) => {
    expect(bankLinkRefusalOf(refused(400, message))).toBe(code);
  });

  it('counts only when it is about the request', () => {
    for (const status of [400, 422]) expect(isRefused(refused(status, 'amount'))).toBe(true);
    expect(isRefused(refused(422, 'only one active relationship', alreadyLinked))).toBe(false);
    expect(isRefused(refused(401, 'request is not authorized'))).toBe(false);
    expect(isRefused(refused(403, 'forbidden.', 40310000))).toBe(false);
    expect(isRefused(refused(404, 'not found'))).toBe(false);
    expect(isRefused(new BrokerError('too many', { kind: 'limited', status: 429 }))).toBe(false);
  });
});

describe('a transfer', () => {
  it('is refused when it is forbidden itself, and not when our access is', () => {
    expect(isTransferRefused(refused(422, 'amount'))).toBe(true);
    expect(isTransferRefused(refused(403, 'deposits are not permitted for this account'))).toBe(true);
    expect(isTransferRefused(refused(403, 'transferable balance is insufficient'))).toBe(true);
    expect(isTransferRefused(refused(403, 'insufficient buying power'))).toBe(true);
    expect(isTransferRefused(refused(403, 'forbidden.', 40310000))).toBe(false);
    expect(isTransferRefused(refused(403, 'insufficient permissions'))).toBe(false);
    expect(isTransferRefused(refused(403, 'no access to withdrawals'))).toBe(false);
    expect(isTransferRefused(refused(403, 'not your relationship'))).toBe(false);
  });
});

describe('the reason of a failure', () => {
  it('quotes neither the broker nor a fault', () => {
    const fault = refused(422, 'Ada Byron is not welcome', 42210000);
    expect(reasonOf(fault)).toBe('The broker refused (status 422, code 42210000).');
    expect(reasonOf(new TypeError('Ada'))).toBe('It failed with TypeError.');
    expect(reasonOf('Ada')).toBe('It failed with something that isn’t an error.');
  });

  it('says what a step waits for, or how the broker answered', () => {
    expect(reasonOf(new StepFailed('The broker is still ending another link.'))).toBe(
      'The broker is still ending another link.',
    );
    expect(reasonOf(new BrokerError('too many', { kind: 'limited', status: 429, requestId: 'r-1' }))).toBe(
      'The broker didn’t answer as expected (limited: status 429, request r-1).',
    );
  });
});
