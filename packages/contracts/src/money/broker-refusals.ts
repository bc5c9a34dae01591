import { supportAddress } from '../support.js';

/**
 * Why the broker refused an application, a bank link or a transfer: the code in the event, and the message
 * for the person, with what they can do.
 */
export const brokerRefusals = {
  EmailTaken: 'The broker already has an account with this email address. Apply with another address.',
  EmailRefused: 'The broker doesn’t accept this email address. Check it, or use another one.',
  PhoneRefused: 'The broker doesn’t accept this phone number. Check it, then apply again.',
  StreetAddressRefused: 'The broker doesn’t accept this street address. Check it, and don’t use a P.O. box.',
  CityRefused: 'The broker doesn’t accept this city. Check it, then apply again.',
  StateRefused: 'The broker doesn’t accept this state. Check it, then apply again.',
  ZipCodeRefused: 'The broker doesn’t accept this ZIP code. Check it, then apply again.',
  FirstNameRefused: 'The broker doesn’t accept this first name. Enter it as shown on your ID.',
  LastNameRefused: 'The broker doesn’t accept this last name. Enter it as shown on your ID.',
  DobRefused: 'The broker doesn’t accept this date of birth. Check it, then apply again.',
  SsnRefused: 'The broker doesn’t accept this Social Security number. Check it, then apply again.',
  ApplicationRefused:
    'The broker couldn’t accept the application as submitted. Check every field, then apply again.',
  /** Sensitive fields are only stored briefly, and have to be typed again. */
  EnterAgain:
    'It took too long to reach the broker, and we don’t keep your numbers for long. Please enter them again.',
  RoutingNumberRefused:
    'The broker doesn’t recognize this routing number. Look it up on a check, then try again.',
  AccountNumberRefused: 'The broker doesn’t accept this account number. Check it, then try again.',
  AccountNotActive: 'Your trading account isn’t active at the broker. Check its status, then try again.',
  BankLinkRefused:
    'The broker couldn’t accept this bank account. Check the numbers, or link another account.',
  BankLinkNotReady: 'The broker no longer has this bank account. Link it again.',
  TransferDayTaken:
    'The broker allows one transfer in each direction per trading day. Try again after the day ends: at 4 p.m. ET, or 1 p.m. on half days.',
  TransferLimitExceeded: 'This is more than the broker allows per trading day. Choose a smaller amount.',
  CashInsufficient: 'This is more than you can withdraw at the broker right now. Choose a smaller amount.',
  AmountTooSmall: 'This is less than the broker moves in one transfer. Choose a larger amount.',
  DepositsBlocked: `The broker isn’t accepting deposits to your account right now. Write to ${supportAddress}.`,
  WithdrawalsBlocked: `The broker isn’t allowing withdrawals from your account right now. Write to ${supportAddress}.`,
  TransferRefused: `The broker couldn’t accept this transfer. No money has moved. Try again, or write to ${supportAddress}.`,
  DroppedByOperator: `We couldn’t complete this and canceled it. No money has moved. Try again, or write to ${supportAddress}.`,
} as const satisfies Record<string, string>;

export type BrokerRefusalCode = keyof typeof brokerRefusals;

const isBrokerRefusal = (code: string): code is BrokerRefusalCode => Object.hasOwn(brokerRefusals, code);

/** The message for a refusal; an unknown code gets a general one. */
export const brokerRefusalMessage = (code: string): string =>
  isBrokerRefusal(code)
    ? brokerRefusals[code]
    : `The broker couldn’t accept this. Try again, or write to ${supportAddress}.`;
