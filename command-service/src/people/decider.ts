import { type Refusal, refuse, type UserEvent } from '@groundswell/contracts';

/** What is asked of one person's account. Secrets and addresses are no part of it. */
export type UserCommand =
  | { type: 'RegisterUser'; userId: string; via: 'operator' | 'waitlist' }
  | { type: 'RegisterWithGoogle'; userId: string; authoritative: boolean }
  | { type: 'ChangePassword' }
  | { type: 'RequestPasswordReset' }
  | { type: 'ConfirmAddress' }
  | { type: 'LinkGoogle' }
  | { type: 'TurnOnSecondFactor' }
  | { type: 'TurnOffSecondFactor' }
  | { type: 'ErasePerson' }
  | { type: 'GrantStaff' }
  | { type: 'RevokeStaff' };

export interface User {
  readonly registered: boolean;
  readonly staff: boolean;
  /** Whoever holds the account has followed a link that was mailed to its address. */
  readonly addressConfirmed: boolean;
  /** A Google account may sign in; which one, the vault says. */
  readonly googleLinked: boolean;
  /** Signing in asks for a code, too; the secret lies in the vault. */
  readonly secondFactor: boolean;
  readonly erased: boolean;
}

export const initialState: User = {
  registered: false,
  staff: false,
  addressConfirmed: false,
  googleLinked: false,
  secondFactor: false,
  erased: false,
};

const googleLinked: UserEvent = { type: 'GoogleLinked', data: {} };

const unless = (done: boolean, event: UserEvent): readonly UserEvent[] => (done ? [] : [event]);

const whenRegistered = (user: User, events: readonly UserEvent[]): readonly UserEvent[] | Refusal =>
  user.registered ? events : refuse('user_not_found');

/**
 * An account that is there already is only handed over to Google when both sides have proven the address: its owner
 * has followed a link in a mail, and Google is the authority for it, so that nobody but Google can have given it away.
 * Else an account that somebody prepared under a foreign address would open for them, or the other way round.
 */
const openToGoogle = (userId: string, authoritative: boolean, user: User): readonly UserEvent[] | Refusal => {
  if (user.erased) return refuse('user_not_found');
  if (user.googleLinked) return [];
  if (user.registered) {
    return user.addressConfirmed && authoritative ? [googleLinked] : refuse('GoogleNotLinked');
  }
  // Both at once: nobody ever sees the account without its way in.
  return [{ type: 'UserRegistered', data: { userId, via: 'google' } }, googleLinked];
};

/** Asking for what is so already decides nothing, so that each command may be repeated. */
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
      return whenRegistered(user, [{ type: 'PasswordChanged', data: {} }]);
    case 'RequestPasswordReset':
      // Someone on the waitlist has no account yet, and opens one in this way.
      return user.erased ? refuse('user_not_found') : [{ type: 'PasswordResetRequested', data: {} }];
    case 'ConfirmAddress':
      return whenRegistered(user, unless(user.addressConfirmed, { type: 'AddressConfirmed', data: {} }));
    case 'LinkGoogle':
      return whenRegistered(user, unless(user.googleLinked, googleLinked));
    case 'TurnOnSecondFactor':
      return whenRegistered(user, unless(user.secondFactor, { type: 'SecondFactorTurnedOn', data: {} }));
    case 'TurnOffSecondFactor':
      return whenRegistered(user, unless(!user.secondFactor, { type: 'SecondFactorTurnedOff', data: {} }));
    case 'ErasePerson':
      return unless(user.erased, { type: 'PersonErased', data: {} });
    case 'GrantStaff':
      return whenRegistered(user, unless(user.staff, { type: 'StaffGranted', data: {} }));
    case 'RevokeStaff':
      return whenRegistered(user, unless(!user.staff, { type: 'StaffRevoked', data: {} }));
  }
};

export const evolve = (user: User, event: UserEvent): User => {
  switch (event.type) {
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
    case 'SecondFactorTurnedOn':
      return { ...user, secondFactor: true };
    case 'SecondFactorTurnedOff':
      return { ...user, secondFactor: false };
    case 'PersonErased':
      return { ...initialState, erased: true };
    default:
      return user;
  }
};
