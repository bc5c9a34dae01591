import { ApiError } from '../../api/api-error.js';
import type { BodyFor } from '../../api/endpoints.js';

/** The spec's call requires a password. Joining opens no account, so it is always this one and is ignored. */
const placeholder = 'waitlist';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The trend named in the URL; undefined when it is missing, or cannot be an id. */
export const trendIn = (search: URLSearchParams): string | undefined => {
  const named = search.get('concept_id');
  return named && uuid.test(named) ? named : undefined;
};

export const registrationOf = (email: string, conceptId: string | undefined): BodyFor<'joinWaitlist'> => ({
  email: email.trim().toLowerCase(),
  password: placeholder,
  ...(conceptId && { concept_id: conceptId }),
});

/** Answers that do not tell the outcome: it took too long, or there were too many requests. */
const silent: readonly number[] = [408, 429];

const isOfNoTrend = (failure: unknown): boolean =>
  failure instanceof ApiError &&
  failure.status >= 400 &&
  failure.status < 500 &&
  !silent.includes(failure.status);

/**
 * The trend to join for, depending on the lookup of its details: none when it is unknown, so that a mistyped
 * address keeps no one off the waitlist.
 */
export const trendToJoinFor = (
  conceptId: string | undefined,
  details: Promise<unknown>,
): Promise<string | undefined> =>
  details.then(
    () => conceptId,
    (failure: unknown) => (isOfNoTrend(failure) ? undefined : conceptId),
  );
