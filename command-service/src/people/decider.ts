import { type Refusal, refuse, type UserEvent } from '@groundswell/contracts';

/** What is asked of one person's account. Secrets and addresses are no part of it. */
export type UserCommand =
  | { type: 'RegisterUser'; userId: string; via: 'operator' | 'waitlist' | 'google' }
  | { type: 'ChangePassword' }
  | { type: 'RequestPasswordReset' }
  | { type: 'ConfirmAddress' }
  | { type: 'LinkGoogle' }
  | { type: 'ErasePerson' }
  | { type: 'GrantStaff' }
  | { type: 'RevokeStaff' };

export interface User {
  readonly registered: boolean;
  readonly staff: boolean;
  /** Whoever holds the account has followed a link that was mailed to its address. */
  readonly addressConfirmed: boolean;
  readonly erased: boolean;
}

export const initialState: User = {
  registered: false,
  staff: false,
  addressConfirmed: false,
  erased: false,
};

const whenRegistered = (user: User, events: readonly UserEvent[]): readonly UserEvent[] | Refusal =>
  user.registered ? events : refuse('user_not_found');

/** Asking for what is so already decides nothing, so that each command may be repeated. */
export const decide = (command: UserCommand, user: User): readonly UserEvent[] | Refusal => {
  switch (command.type) {
    case 'RegisterUser':
      if (user.erased) return refuse('user_not_found');
      return user.registered
        ? []
        : [{ type: 'UserRegistered', data: { userId: command.userId, via: command.via } }];
    case 'ChangePassword':
      return whenRegistered(user, [{ type: 'PasswordChanged', data: {} }]);
    case 'RequestPasswordReset':
      // Someone on the waitlist has no account yet, and opens one in this way.
      return user.erased ? refuse('user_not_found') : [{ type: 'PasswordResetRequested', data: {} }];
    case 'ConfirmAddress':
      return whenRegistered(user, user.addressConfirmed ? [] : [{ type: 'AddressConfirmed', data: {} }]);
    case 'LinkGoogle':
      return whenRegistered(user, [{ type: 'GoogleLinked', data: {} }]);
    case 'ErasePerson':
      return user.erased ? [] : [{ type: 'PersonErased', data: {} }];
    case 'GrantStaff':
      return whenRegistered(user, user.staff ? [] : [{ type: 'StaffGranted', data: {} }]);
    case 'RevokeStaff':
      return whenRegistered(user, user.staff ? [{ type: 'StaffRevoked', data: {} }] : []);
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
    case 'PersonErased':
      return { ...initialState, erased: true };
    default:
      return user;
  }
};
