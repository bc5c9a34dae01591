/**
 * Expected refusals: code to HTTP status and a message that a person can act on.
 * Deciders answer with the code; the message may be made more exact by the decider.
 */
export const refusals = {
  ConceptNotFound: { status: 404, message: 'There is no such trend.' },
  ConceptNameTaken: { status: 422, message: 'Another trend already has this name. Choose another one.' },
  ConceptUnchanged: { status: 422, message: 'Nothing would change. Edit a field first.' },
  SubConceptNotFound: {
    status: 404,
    message: 'There is no such sub-concept. Reload the page and choose one from the list.',
  },
  SubConceptNameTaken: { status: 422, message: 'This trend already has a sub-concept with that name.' },
  SubConceptInUse: { status: 422, message: 'Remove the allocations of this sub-concept first.' },
  AllocationNotFound: {
    status: 404,
    message: 'There is no such allocation. It may have been removed already.',
  },
  AllocationSymbolTaken: { status: 422, message: 'This trend already holds that symbol.' },
  AllocationSumExceeded: {
    status: 422,
    message: 'The allocations of a trend cannot add up to more than 100%.',
  },
  AllocationsIncomplete: {
    status: 422,
    message: 'A rebalance sets every allocation of the trend once. Reload to see what changed.',
  },
  SymbolUnknown: {
    status: 422,
    message: 'The broker knows no such ticker. Choose one from the list.',
  },
  SymbolNotTradable: {
    status: 422,
    message: 'The broker does not trade this one at present. Choose another.',
  },
  PricesNotFound: {
    status: 404,
    message: 'No prices of this symbol are recorded. Only what a trend has held has any, and SPY.',
  },
  CheckpointUnknown: {
    status: 404,
    message: 'The log holds fewer events than that. Ask for counts up to the one of its head.',
  },
  TradingAccountExists: {
    status: 422,
    message: 'You have a trading account already, or one is being opened.',
  },
  TradingAccountNotReady: {
    status: 422,
    message: 'Your trading account is not ready for this yet. Check its status, then try again.',
  },
  TooYoung: { status: 422, message: 'You must be at least 18 years old to open an account.' },
  BankLinkNotFound: { status: 404, message: 'There is no such bank link. Choose one from your list.' },
  BankLinkExists: {
    status: 422,
    message: 'You have a linked bank account already. Edit it to replace it with another one.',
  },
  BankLinkNotReady: {
    status: 422,
    message: 'This bank link is not approved yet. Money can move as soon as it is.',
  },
  BankLinkInUse: {
    status: 422,
    message: 'A transfer over this bank link is under way. Change the link once it has arrived.',
  },
  BankOwnerNotInQuestion: {
    status: 409,
    message: 'Nothing is to be decided about the owner of this bank account. Look at it again.',
  },
  BankOwnerInQuestion: {
    status: 422,
    message:
      'We are checking the name on this bank account, since it is not the name on your trading account. You can withdraw to it once that is done.',
  },
  WithdrawalsHeld: {
    status: 422,
    message: 'You cannot withdraw to this bank yet. Your cash page shows from when.',
  },
  TransferNotFound: { status: 404, message: 'There is no such transfer. Choose one from your activity.' },
  TransferLimitExceeded: {
    status: 422,
    message:
      'At most $50,000 can be moved a trading day. Choose a smaller amount, or come back after its end, at 4 p.m. ET.',
  },
  TransferDayTaken: {
    status: 422,
    message:
      'The broker takes one transfer in each direction a trading day. Come back after its end, at 4 p.m. ET.',
  },
  CashInsufficient: {
    status: 422,
    message: 'This is more than you can withdraw at present. Choose a smaller amount.',
  },
  TransferNotCancelable: {
    status: 422,
    message: 'This transfer can no longer be canceled. The bank already has it.',
  },
  SubmissionUnderWay: {
    status: 409,
    message: 'Another transfer of this account is on its way to the broker. Try again in a moment.',
  },
  TransferNotInDoubt: {
    status: 409,
    message: 'This transfer has an outcome already, or the decision does not fit it. Look at it again.',
  },
  CashDifferenceNotClosed: {
    status: 409,
    message: 'This does not close a difference that there is between the broker’s cash and the ledger’s.',
  },
  SecondOperatorNeeded: {
    status: 409,
    message: 'You proposed this yourself. Another operator has to decide the same, under their own handle.',
  },
  MoneyUnderWay: {
    status: 422,
    message: 'This person has cash or a transfer under way. Move the money out first.',
  },
  RevisionConflict: {
    status: 409,
    message: 'Someone else changed this in the meantime. Reload to see the change, then try again.',
  },
  IdempotencyKeyReused: {
    status: 422,
    message: 'This request was already sent with other values. Reload the page and try again.',
  },
  InvalidRequest: { status: 400, message: 'Bad Request' },
  InvalidCredentials: { status: 401, message: 'Invalid Credentials' },
  InvalidRefreshToken: { status: 401, message: 'Your session has ended. Sign in again.' },
  SecondFactorNeeded: { status: 403, message: 'Enter the code of your authenticator app to go on.' },
  ProofNeeded: {
    status: 403,
    message: 'Enter a code of your authenticator app first. It then counts for ten minutes.',
  },
  IdentityProofNeeded: {
    status: 403,
    message: 'Confirm that it is you first. The confirmation counts for five minutes, and for this alone.',
  },
  CodeRefused: {
    status: 422,
    message: 'This code is not right, or was used already. Wait for the next one, then try again.',
  },
  ChallengeNotValid: {
    status: 410,
    message: 'This took too long. Sign in again, then enter the code within five minutes.',
  },
  PasswordWrong: { status: 422, message: 'This is not your password.' },
  PasswordNeeded: {
    status: 422,
    message: 'Set a password first: it would be your only way in.',
  },
  SecondFactorOn: {
    status: 422,
    message: 'Your second factor is on already. Turn it off to set up another.',
  },
  SecondFactorOff: { status: 422, message: 'Your second factor is off already.' },
  SetUpNotBegun: {
    status: 422,
    message: 'The secret of your app is not valid any more. Begin again, and scan the new one.',
  },
  SessionNotFound: {
    status: 404,
    message: 'There is no such sign-in any more. It may have ended already.',
  },
  NotSignedIn: { status: 401, message: 'Sign in to do this.' },
  LinkNotValid: {
    status: 410,
    message: 'This link is not valid any more: it was used already, or its time is up. Ask for a new one.',
  },
  PasswordRefused: {
    status: 422,
    message: 'This password is easy to guess. Try a few random words.',
  },
  GoogleSignInOff: { status: 422, message: 'Signing in with Google is not available here.' },
  GoogleSignInRefused: {
    status: 422,
    message: 'Google could not confirm who you are. Try again, or sign in with your password.',
  },
  GoogleAddressUnverified: {
    status: 422,
    message:
      'Google has not verified the e-mail address of this account. Verify it with Google, then try again.',
  },
  GoogleNotLinked: {
    status: 422,
    message:
      'There is an account with this address already. Sign in with your password, then link Google to it.',
  },
  GoogleTaken: { status: 422, message: 'This Google account signs in to another account already.' },
  GoogleUnavailable: {
    status: 503,
    message: 'Google does not answer right now. Try again in a moment, or sign in with your password.',
  },
  UploadMissing: { status: 422, message: 'Choose at least one image.' },
  UploadTooMany: { status: 422, message: 'Choose at most 10 images at a time.' },
  UploadTooLarge: { status: 413, message: 'An image may have up to 5 MB.' },
  UploadNotAnImage: {
    status: 422,
    message: 'This file is not an image that can be shown. Use PNG, JPEG, WebP, GIF or AVIF.',
  },
  UploadTooManyPixels: { status: 422, message: 'This image is too large. Use at most 24 megapixels.' },
  UnsupportedMediaType: { status: 415, message: 'This kind of body is not understood here.' },
  TimedOut: { status: 408, message: 'Request Timed Out' },
  user_not_found: { status: 401, message: 'This account no longer exists.' },
  NotStaff: { status: 403, message: 'Only staff can do this.' },
  NotFound: { status: 404, message: 'There is nothing at this address.' },
  MethodNotAllowed: { status: 405, message: 'This address is asked in another way.' },
  RequestTooLarge: { status: 413, message: 'This is too large to send. Images may have up to 5 MB.' },
  TooManyRequests: { status: 429, message: 'Too many attempts. Wait a minute, then try again.' },
  Unavailable: { status: 503, message: 'Groundswell is catching its breath. Try again in a moment.' },
  Unexpected: {
    status: 500,
    message: 'Something went wrong on our side. Check whether it was done before you try again.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type RefusalCode = keyof typeof refusals;

/** A refusal is a value, not an exception: the caller decides what to do with it. */
export interface Refusal {
  readonly refused: RefusalCode;
  readonly message: string;
}

/** Says no, to be returned and never thrown. @param message for the person who asked, where more is known than the code says */
export const refuse = (code: RefusalCode, message: string = refusals[code].message): Refusal => ({
  refused: code,
  message,
});

/** Tells a refusal from a result by its field `refused`: no result may have one. */
export const isRefusal = (outcome: unknown): outcome is Refusal =>
  typeof outcome === 'object' && outcome !== null && 'refused' in outcome;
