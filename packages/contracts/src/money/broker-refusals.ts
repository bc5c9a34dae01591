/**
 * Why the broker did not take an application, a bank link or a transfer: the code in the event, and what a person is
 * told, which says what they can do.
 */
export const brokerRefusals = {
  EmailTaken: 'The broker has an account with this e-mail address already. Apply with another address.',
  EmailRefused: 'The broker does not take this e-mail address. Check it, or use another one.',
  PhoneRefused: 'The broker does not take this phone number. Check it, then apply again.',
  StreetAddressRefused: 'The broker does not take this street address: it must not be a P.O. box. Check it.',
  CityRefused: 'The broker does not take this city. Check it, then apply again.',
  StateRefused: 'The broker does not take this state. Check it, then apply again.',
  ZipCodeRefused: 'The broker does not take this ZIP code. Check it, then apply again.',
  FirstNameRefused: 'The broker does not take this first name. Write it as on your identity card.',
  LastNameRefused: 'The broker does not take this last name. Write it as on your identity card.',
  DobRefused: 'The broker does not take this date of birth. Check it, then apply again.',
  SsnRefused: 'The broker does not take this Social Security number. Check it, then apply again.',
  ApplicationRefused:
    'The broker did not take the application as it is. Check every field, then apply again.',
  /** What has to be typed again is kept for a short time alone. */
  EnterAgain:
    'It took too long to reach the broker, and your numbers are not kept for long. Enter them again.',
  RoutingNumberRefused:
    'The broker does not know this routing number. Look it up on a check, then try again.',
  AccountNumberRefused: 'The broker does not take this account number. Check it, then try again.',
  AccountNotActive: 'Your trading account is not active at the broker. Check its status, then try again.',
  BankLinkRefused: 'The broker did not take this bank account. Check the numbers, or link another account.',
  BankLinkNotReady: 'The broker does not know this bank link any more. Link your bank account again.',
  TransferDayTaken:
    'The broker takes one transfer in each direction a trading day. Try again after its end: on weekdays at 4 p.m. ET, on half days at 1 p.m.',
  TransferLimitExceeded: 'This is more than the broker moves in a trading day. Choose a smaller amount.',
  CashInsufficient: 'This is more than can be withdrawn at the broker now. Choose a smaller amount.',
  DepositsBlocked: 'The broker takes no deposits for your account at present. Contact us.',
  WithdrawalsBlocked: 'The broker makes no withdrawals from your account at present. Contact us.',
  TransferRefused: 'The broker did not take this transfer. No money has moved. Try again, or contact us.',
  DroppedByOperator:
    'We couldn’t complete this and canceled it. No money has moved. Try again, or contact us.',
} as const satisfies Record<string, string>;

export type BrokerRefusalCode = keyof typeof brokerRefusals;

const isBrokerRefusal = (code: string): code is BrokerRefusalCode => Object.hasOwn(brokerRefusals, code);

/** What a person is told of a refusal; a code that this program does not know is told in general words. */
export const brokerRefusalMessage = (code: string): string =>
  isBrokerRefusal(code) ? brokerRefusals[code] : 'The broker did not take this. Try again, or contact us.';
