/**
 * Expected refusals: code to HTTP status and an actionable message. Deciders return the code and may refine the
 * message.
 */
export const refusals = {
  ConceptNotFound: { status: 404, message: 'We couldn’t find that trend.' },
  ConceptNameTaken: { status: 422, message: 'Another trend already has this name. Choose another one.' },
  ConceptUnchanged: { status: 422, message: 'Nothing would change. Edit a field first.' },
  SubConceptNotFound: {
    status: 404,
    message: 'We couldn’t find that sub-concept. Reload the page and choose one from the list.',
  },
  SubConceptNameTaken: { status: 422, message: 'This trend already has a sub-concept with that name.' },
  SubConceptInUse: { status: 422, message: 'Remove the allocations of this sub-concept first.' },
  AllocationNotFound: {
    status: 404,
    message: 'We couldn’t find that allocation. It may already have been removed.',
  },
  TooManyAllocations: { status: 422, message: 'A trend can have at most 500 allocations.' },
  AllocationSymbolTaken: { status: 422, message: 'This trend already holds that symbol.' },
  AllocationSumExceeded: {
    status: 422,
    message: 'A trend’s allocations can’t add up to more than 100%.',
  },
  AllocationsIncomplete: {
    status: 422,
    message: 'A rebalance must set every allocation of the trend exactly once. Reload to see what changed.',
  },
  SymbolUnknown: {
    status: 422,
    message: 'The broker doesn’t know this ticker. Choose one from the list.',
  },
  SymbolNotTradable: {
    status: 422,
    message: 'The broker doesn’t trade this one right now. Choose another.',
  },
  PricesNotFound: {
    status: 404,
    message:
      'We have no prices for this symbol. We record prices only for SPY and for what trends have held.',
  },
  CheckpointUnknown: {
    status: 404,
    message: 'The log has fewer events than that. Ask for a count up to its head’s.',
  },
  TradingAccountExists: {
    status: 422,
    message: 'You already have a trading account, or one is being opened.',
  },
  TradingAccountNotReady: {
    status: 422,
    message: 'Your trading account isn’t ready for this yet. Check its status, then try again.',
  },
  TooYoung: { status: 422, message: 'You must be at least 18 years old to open an account.' },
  BankLinkNotFound: {
    status: 404,
    message: 'We couldn’t find that bank account. Choose one from your list.',
  },
  BankLinkExists: {
    status: 422,
    message: 'You already have a linked bank account. Edit it to replace it.',
  },
  BankLinkNotReady: {
    status: 422,
    message: 'This bank account isn’t linked yet. You can move money once it is.',
  },
  BankLinkInUse: {
    status: 422,
    message: 'A transfer with this bank account is in progress. Try again once it has arrived.',
  },
  BankOwnerNotInQuestion: {
    status: 409,
    message: 'There is nothing to decide about this bank account’s owner. Check it again.',
  },
  BankOwnerInQuestion: {
    status: 422,
    message:
      'The name on this bank account doesn’t match your trading account. You can withdraw to it once we’ve checked it.',
  },
  WithdrawalsHeld: {
    status: 422,
    message: 'You can’t withdraw to this bank yet. Your cash page shows when you can.',
  },
  TransferNotFound: {
    status: 404,
    message: 'We couldn’t find that transfer. Your cash page lists your transfers.',
  },
  TransferLimitExceeded: {
    status: 422,
    message:
      'The limit is $50,000 per trading day. Choose a smaller amount, or come back after the day ends at 4 p.m. ET.',
  },
  TransferDayTaken: {
    status: 422,
    message:
      'You’ve already requested a transfer in this direction for this trading day, and the broker allows one. Come back after the day ends at 4 p.m. ET.',
  },
  CashInsufficient: {
    status: 422,
    message: 'This is more than you can withdraw right now. Choose a smaller amount.',
  },
  TransferNotCancelable: {
    status: 422,
    message: 'This transfer can no longer be canceled. The bank already has it.',
  },
  SubmissionUnderWay: {
    status: 409,
    message: 'Another transfer from this account is being sent to the broker. Try again in a moment.',
  },
  TransferNotInDoubt: {
    status: 409,
    message: 'This transfer already has an outcome, or the decision doesn’t fit it. Check it again.',
  },
  CashDifferenceNotClosed: {
    status: 409,
    message: 'This doesn’t close any open difference between the broker’s cash and the ledger’s.',
  },
  ProposalExpired: {
    status: 409,
    message:
      'The proposal for this decision has expired. Check whether it’s still right, then propose it again.',
  },
  SecondOperatorNeeded: {
    status: 409,
    message:
      'You proposed this yourself. A second operator must make the same decision under their own handle.',
  },
  MoneyUnderWay: {
    status: 422,
    message: 'This person has cash or a pending transfer. Move the money out first.',
  },
  RevisionConflict: {
    status: 409,
    message: 'Someone else changed this in the meantime. Reload to see the change, then try again.',
  },
  StillUnderWay: {
    status: 409,
    message:
      'Your earlier request is still being carried out. Wait a moment, then check whether it went through.',
  },
  IdempotencyKeyReused: {
    status: 422,
    message: 'This request was already sent with other values. Reload the page and try again.',
  },
  InvalidRequest: { status: 400, message: 'Bad Request' },
  InvalidCredentials: { status: 401, message: 'Invalid Credentials' },
  InvalidRefreshToken: { status: 401, message: 'Your session has ended. Sign in again.' },
  SecondFactorNeeded: { status: 403, message: 'Enter the code from your authenticator app to continue.' },
  ProofNeeded: {
    status: 403,
    message: 'Enter a code from your authenticator app first. That covers the next ten minutes.',
  },
  IdentityProofNeeded: {
    status: 403,
    message: 'Confirm it’s you first. The confirmation is good for five minutes and covers only this change.',
  },
  CodeRefused: {
    status: 422,
    message: 'This code is wrong or was already used. Wait for the next one, then try again.',
  },
  ChallengeNotValid: {
    status: 410,
    message: 'This took too long. Sign in again, then enter the code within five minutes.',
  },
  PasswordWrong: { status: 422, message: 'This isn’t your password.' },
  PasswordNeeded: {
    status: 422,
    message: 'Set a password first. It will be your only way to sign in.',
  },
  SecondFactorOn: {
    status: 422,
    message: 'Two-step sign-in is already on. Turn it off to set up another app.',
  },
  SecondFactorOff: { status: 422, message: 'Two-step sign-in is already off.' },
  SetUpNotBegun: {
    status: 422,
    message: 'This setup has expired. Start again and scan the new code.',
  },
  SessionNotFound: {
    status: 404,
    message: 'We couldn’t find that sign-in. It may already have ended.',
  },
  NotSignedIn: { status: 401, message: 'Sign in to do this.' },
  LinkNotValid: {
    status: 410,
    message: 'This link no longer works: it was used or it expired. Request a new one.',
  },
  PasswordRefused: {
    status: 422,
    message: 'This password is easy to guess. Try a few random words.',
  },
  GoogleSignInOff: { status: 422, message: 'Signing in with Google isn’t available here.' },
  GoogleSignInRefused: {
    status: 422,
    message: 'Google couldn’t confirm who you are. Try again, or sign in with your password.',
  },
  GoogleAddressUnverified: {
    status: 422,
    message: 'Google hasn’t verified this account’s email address. Verify it with Google, then try again.',
  },
  GoogleNotLinked: {
    status: 422,
    message:
      'An account with this address already exists. Sign in with your password, then link Google to it.',
  },
  GoogleTaken: { status: 422, message: 'This Google account is already linked to another account.' },
  GoogleUnavailable: {
    status: 503,
    message: 'Google isn’t responding right now. Try again in a moment, or sign in with your password.',
  },
  UploadMissing: { status: 422, message: 'Choose at least one image.' },
  UploadTooMany: { status: 422, message: 'Choose at most 10 images at a time.' },
  UploadTooLarge: { status: 413, message: 'An image can be up to 5 MB.' },
  UploadNotAnImage: {
    status: 422,
    message: 'We can’t show this file as an image. Use PNG, JPEG, WebP, GIF or AVIF.',
  },
  UploadTooManyPixels: { status: 422, message: 'This image is too large. Use at most 24 megapixels.' },
  UnsupportedMediaType: { status: 415, message: 'This content type isn’t supported.' },
  TimedOut: { status: 408, message: 'Request Timed Out' },
  user_not_found: { status: 401, message: 'This account no longer exists.' },
  NotStaff: { status: 403, message: 'Only staff can do this.' },
  NotFound: { status: 404, message: 'There is nothing at this address.' },
  MethodNotAllowed: { status: 405, message: 'This address doesn’t support that method.' },
  LengthRequired: { status: 411, message: 'Send the body in one piece, with its Content-Length.' },
  RequestTooLarge: { status: 413, message: 'This is too large to send. Images can be up to 5 MB.' },
  TooManyRequests: { status: 429, message: 'Too many attempts. Wait a minute, then try again.' },
  TooManyWrongPasswords: {
    status: 429,
    message:
      'Too many wrong passwords for this email. Reset your password by email, or sign in from a network you’ve used before.',
  },
  TooManyAddressChanges: {
    status: 429,
    message: 'You’ve asked to change your email address several times today. Try again in an hour.',
  },
  Unavailable: { status: 503, message: 'Groundswell is busy. Try again in a moment.' },
  Unexpected: {
    status: 500,
    message: 'Something went wrong on our side. Check whether it went through before you try again.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type RefusalCode = keyof typeof refusals;

/** A refusal is a value, not an exception: the caller decides how to handle it. */
export interface Refusal {
  readonly refused: RefusalCode;
  readonly message: string;
}

/**
 * Creates a refusal, to be returned and never thrown. @param message for the caller, where more is known than
 * the code tells
 */
export const refuse = (code: RefusalCode, message: string = refusals[code].message): Refusal => ({
  refused: code,
  message,
});

/** Distinguishes a refusal from a result by its `refused` field, which no result may have. */
export const isRefusal = (outcome: unknown): outcome is Refusal =>
  typeof outcome === 'object' && outcome !== null && 'refused' in outcome;
