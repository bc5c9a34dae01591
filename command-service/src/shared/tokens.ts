/** Nest injection tokens for what `composition-root.ts` creates. */
export const eventStoreToken = Symbol('event store');
export const seenStreamsToken = Symbol('seen streams');
export const commandKeysToken = Symbol('command keys');
export const commandOptionsToken = Symbol('command options');
export const assetsToken = Symbol('assets');
export const conceptNamesToken = Symbol('concept names');
export const accountsToken = Symbol('accounts');
export const rememberedPeopleToken = Symbol('remembered people');
export const secondFactorToken = Symbol('second factor');
export const sessionsToken = Symbol('sessions');
export const signInToken = Symbol('sign-in');
export const provingToken = Symbol('proving');
export const waitlistToken = Symbol('waitlist');
export const signInMethodsToken = Symbol('sign-in methods');
export const uploadsToken = Symbol('uploads');
export const moneyToken = Symbol('money');
