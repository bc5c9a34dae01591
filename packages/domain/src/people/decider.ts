import { type Actor, type Refusal, refuse, type UserEvent } from '@groundswell/contracts';
import { ageOf } from '../clock/clock.js';

/**
 * Anyone can request a reset for anyone, so a network where the person has proven their identity has its own count.
 */
export type AskedFrom = 'anywhere' | 'known network';

/** Commands for one person's account. They hold no secrets and no addresses. */
export type UserCommand =
  | { type: 'RegisterUser'; userId: string; via: 'operator' | 'waitlist' }
  | { type: 'RegisterWithGoogle'; userId: string; authoritative: boolean }
  | { type: 'ChangePassword' }
  /** `now` is ISO 8601. */
  | { type: 'RequestPasswordReset'; now: string; from: AskedFrom }
  | { type: 'ConfirmAddress' }
  | { type: 'LinkGoogle' }
  | { type: 'UnlinkGoogle' }
  | { type: 'NoteNewDevice' }
  | { type: 'NoteNewNetwork' }
  /** `now` is ISO 8601. */
  | { type: 'RequestEmailChange'; now: string }
  | { type: 'ChangeEmail' }
  | { type: 'StopEmailChange' }
  | { type: 'TurnOnSecondFactor' }
  | { type: 'TurnOffSecondFactor' }
  | { type: 'RenewRecoveryCodes' }
  | { type: 'NoteTokenReuse'; sessionId: string }
  | { type: 'EndSessions' }
  | { type: 'ErasePerson' }
  | { type: 'GrantStaff' }
  | { type: 'RevokeStaff' };

export interface User {
  readonly registered: boolean;
  readonly staff: boolean;
  /** The account's holder has followed a link that was mailed to its address. */
  readonly addressConfirmed: boolean;
  /** A Google account may sign in; the vault holds which one. */
  readonly googleLinked: boolean;
  /** Signing in also requires a code. Its secret is in the vault. */
  readonly secondFactor: boolean;
  /** How often that was turned off. */
  readonly secondFactorsTurnedOff: number;
  /** When the password last changed: ISO 8601. */
  readonly passwordChangedAt: string | undefined;
  /** Times at which all sessions were ended, the last few in the order of the log: ISO 8601. */
  readonly sessionsEndedAt: readonly string[];
  /** Times of the last password reset requests, up to the number the limit considers: ISO 8601, oldest first. */
  readonly resetsAskedAt: Readonly<Record<AskedFrom, readonly string[]>>;
  /** Of requests for another address, in the same way. */
  readonly emailChangesAskedAt: readonly string[];
  readonly erased: boolean;
}

export const initialState: User = {
  registered: false,
  staff: false,
  addressConfirmed: false,
  googleLinked: false,
  secondFactor: false,
  secondFactorsTurnedOff: 0,
  passwordChangedAt: undefined,
  sessionsEndedAt: [],
  resetsAskedAt: { anywhere: [], 'known network': [] },
  emailChangesAskedAt: [],
  erased: false,
};

/** An event from the log also has the time at which it took effect. */
type PastEvent =
  | UserEvent
  | (UserEvent & { readonly metadata: { readonly occurredAt: string; readonly actor?: Pick<Actor, 'id'> } });

const minute = 60_000;
/**
 * Each reset is a mail, so there are few of them. Beyond the limit in a span, one link is sent as soon as the
 * previous one has expired: whatever strangers do, there is a way back in within the hour.
 */
const resetLimits = { pause: 5 * minute, span: 24 * 60 * minute, inSpan: 5, linkLives: 60 * minute };

/** Each mails an address that is not known to be theirs. One may be mistyped, and asked for again at once. */
const emailChangeLimits = { ...resetLimits, pause: 0 };

const mayAsk = (askedAt: readonly string[], now: string, limits: typeof resetLimits): boolean => {
  const ages = askedAt.map((at) => ageOf(at, now));
  const inSpan = ages.filter((age) => age < limits.span).length;
  const pause = inSpan < limits.inSpan ? limits.pause : limits.linkLives;
  return ages.every((age) => age >= pause);
};

/** Not signed in. A network is known only if the actor is the person. */
export const visitor: Actor = { id: 'visitor', role: 'anonymous' };

const googleLinked: UserEvent = { type: 'GoogleLinked', data: {} };
const googleUnlinked: UserEvent = { type: 'GoogleUnlinked', data: {} };

const unless = (done: boolean, event: UserEvent): readonly UserEvent[] => (done ? [] : [event]);

const whenRegistered = (user: User, events: readonly UserEvent[]): readonly UserEvent[] | Refusal =>
  user.registered ? events : refuse('user_not_found');

/**
 * An existing account is linked to Google only if both sides have proven the address: its owner followed a mailed
 * link, and Google is authoritative for the address, so that only Google can have assigned it. Otherwise an account
 * prepared under someone else's address would open for them, or vice versa.
 */
const openToGoogle = (userId: string, authoritative: boolean, user: User): readonly UserEvent[] | Refusal => {
  if (user.erased) return refuse('user_not_found');
  if (user.googleLinked) return [];
  if (user.registered) {
    return user.addressConfirmed && authoritative ? [googleLinked] : refuse('GoogleNotLinked');
  }
  // Both in one append: the account is never visible without its way to sign in.
  return [{ type: 'UserRegistered', data: { userId, via: 'google' } }, googleLinked];
};

/** A command whose result already holds produces no events, so every command may be repeated. */
export const decide = (command: UserCommand, user: User): readonly UserEvent[] | Refusal => {
  switch (command.type) {
    case 'RegisterUser':
      if (user.erased) return refuse('user_not_found');
      return unless(user.registered, {
        type: 'UserRegistered',
        data: { userId: command.userId, via: command.via },
      });
    case 'RegisterWithGoogle':
      return openToGoogle(command.userId, command.authoritative, user);
    case 'ChangePassword':
      // Someone else may have gotten in, which may be why the password changes, and may have linked a Google
      // account.
      return whenRegistered(user, [
        { type: 'PasswordChanged', data: {} },
        ...unless(!user.googleLinked, googleUnlinked),
      ]);
    case 'RequestPasswordReset':
      // A person on the waitlist has no account yet and opens one this way.
      if (user.erased) return refuse('user_not_found');
      return unless(!mayAsk(user.resetsAskedAt[command.from], command.now, resetLimits), {
        type: user.registered ? 'PasswordResetRequested' : 'AccountOpeningRequested',
        data: {},
      });
    case 'ConfirmAddress':
      return whenRegistered(user, unless(user.addressConfirmed, { type: 'AddressConfirmed', data: {} }));
    case 'LinkGoogle':
      return whenRegistered(user, unless(user.googleLinked, googleLinked));
    case 'UnlinkGoogle':
      return whenRegistered(user, unless(!user.googleLinked, googleUnlinked));
    case 'NoteNewDevice':
      return whenRegistered(user, [{ type: 'NewDeviceSignedIn', data: {} }]);
    case 'NoteNewNetwork':
      return whenRegistered(user, [{ type: 'NewNetworkSignedIn', data: {} }]);
    case 'RequestEmailChange':
      if (!mayAsk(user.emailChangesAskedAt, command.now, emailChangeLimits))
        return refuse('TooManyAddressChanges');
      return whenRegistered(user, [{ type: 'EmailChangeRequested', data: {} }]);
    case 'ChangeEmail':
      return whenRegistered(user, [{ type: 'EmailChanged', data: {} }]);
    case 'StopEmailChange':
      return whenRegistered(user, [{ type: 'EmailChangeStopped', data: {} }]);
    case 'TurnOnSecondFactor':
      return whenRegistered(user, unless(user.secondFactor, { type: 'SecondFactorTurnedOn', data: {} }));
    case 'TurnOffSecondFactor':
      return whenRegistered(user, unless(!user.secondFactor, { type: 'SecondFactorTurnedOff', data: {} }));
    case 'RenewRecoveryCodes':
      return user.secondFactor ? [{ type: 'RecoveryCodesRenewed', data: {} }] : refuse('SecondFactorOff');
    case 'NoteTokenReuse':
      return whenRegistered(user, [
        { type: 'SessionEndedAfterReuse', data: { sessionId: command.sessionId } },
      ]);
    case 'EndSessions':
      return whenRegistered(user, [{ type: 'SessionsEnded', data: {} }]);
    case 'ErasePerson':
      return unless(user.erased, { type: 'PersonErased', data: {} });
    case 'GrantStaff':
      return whenRegistered(user, unless(user.staff, { type: 'StaffGranted', data: {} }));
    case 'RevokeStaff':
      return whenRegistered(user, unless(!user.staff, { type: 'StaffRevoked', data: {} }));
  }
};

/** The time at which an event took effect, ISO 8601. */
const momentOf = (event: PastEvent): string | undefined =>
  'metadata' in event ? event.metadata.occurredAt : undefined;

const askedForReset = (user: User, event: PastEvent): User => {
  const at = momentOf(event);
  if (at === undefined) return user;
  const actorId = 'metadata' in event ? event.metadata.actor?.id : undefined;
  const from: AskedFrom = actorId === undefined || actorId === visitor.id ? 'anywhere' : 'known network';
  const askedAt = [...user.resetsAskedAt[from], at].slice(-resetLimits.inSpan);
  return { ...user, resetsAskedAt: { ...user.resetsAskedAt, [from]: askedAt } };
};

const askedForEmailChange = (user: User, event: PastEvent): User => {
  const at = momentOf(event);
  if (at === undefined) return user;
  const askedAt = [...user.emailChangesAskedAt, at].slice(-emailChangeLimits.inSpan);
  return { ...user, emailChangesAskedAt: askedAt };
};

/** How many of the last ends of sessions are considered. */
const mostEnds = 5;

/** None undoes another: a change may be recorded late, when the log was away, or by a clock that was ahead. */
const endedBy = (user: User, event: PastEvent): User => {
  const at = momentOf(event);
  if (at === undefined) return user;
  return { ...user, sessionsEndedAt: [...user.sessionsEndedAt, at].slice(-mostEnds) };
};

export const evolve = (user: User, event: PastEvent): User => {
  switch (event.type) {
    case 'PasswordResetRequested':
    case 'AccountOpeningRequested':
      return askedForReset(user, event);
    case 'EmailChangeRequested':
      return askedForEmailChange(user, event);
    case 'EmailChanged':
    case 'EmailChangeStopped':
      return { ...endedBy(user, event), addressConfirmed: true };
    case 'PasswordChanged':
      return { ...endedBy(user, event), passwordChangedAt: momentOf(event) };
    case 'SessionsEnded':
      return endedBy(user, event);
    case 'UserRegistered':
      return { ...user, registered: true };
    case 'StaffGranted':
      return { ...user, staff: true };
    case 'StaffRevoked':
      return { ...user, staff: false };
    case 'AddressConfirmed':
      return { ...user, addressConfirmed: true };
    case 'GoogleLinked':
      return { ...user, googleLinked: true };
    case 'GoogleUnlinked':
      return { ...user, googleLinked: false };
    case 'SecondFactorTurnedOn':
      return { ...user, secondFactor: true };
    case 'SecondFactorTurnedOff':
      return {
        ...user,
        secondFactor: false,
        secondFactorsTurnedOff: user.secondFactorsTurnedOff + 1,
      };
    case 'PersonErased':
      return { ...initialState, erased: true };
    default:
      return user;
  }
};
