import type { User } from '@groundswell/domain/people';
import { forgetOldest } from '@groundswell/platform';
import type { IdentityWatch } from '@groundswell/platform/identity';

/** An account as read from the log and the vault. */
interface Person {
  readonly user: User;
  readonly email: string;
}

/** Caches accounts of signed-in people, so that most of their requests need neither the log nor the vault. */
export interface RememberedPeople {
  /** Undefined for an unknown or erased person. */
  find(userId: string): Promise<Person | undefined>;
}

export interface RememberedPeopleParts {
  readonly accounts: {
    find(userId: string): Promise<User | undefined>;
    emailOf(userId: string): Promise<string | undefined>;
  };
  readonly watch: Pick<IdentityWatch, 'isFresh' | 'onUser'>;
  /** Milliseconds of a monotonic clock. */
  readonly clock?: () => number;
}

/**
 * Milliseconds after which a change becomes visible even if the process that wrote it died before announcing it.
 */
export const longestRemembered = 60_000;
/** A kilobyte each. */
const mostPeople = 10_000;

/**
 * Caches an account until a notice of its change, for a minute at most. Nothing is cached while notices
 * cannot be received.
 */
export const rememberPeople = ({
  accounts,
  watch,
  clock = () => performance.now(),
}: RememberedPeopleParts): RememberedPeople => {
  const people = new Map<string, { readonly person: Person; readonly readAt: number }>();
  /** Counts notices: what was read meanwhile may be older, and is not cached. */
  let changes = 0;
  watch.onUser((userId) => {
    changes += 1;
    if (userId === undefined) people.clear();
    else people.delete(userId);
  });

  return {
    async find(userId) {
      const known = people.get(userId);
      if (known && watch.isFresh && clock() - known.readAt < longestRemembered) return known.person;
      const [before, readAt] = [changes, clock()];
      const [user, email] = await Promise.all([accounts.find(userId), accounts.emailOf(userId)]);
      if (!user || email === undefined) return undefined;
      const person = { user, email };
      if (before !== changes) return person;
      people.delete(userId);
      people.set(userId, { person, readAt });
      forgetOldest(people, mostPeople);
      return person;
    },
  };
};
