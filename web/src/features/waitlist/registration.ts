import type { BodyFor } from '../../api/endpoints.js';

/** The spec's call carries a password; joining opens no account, so that it is always this one, and ignored. */
const placeholder = 'waitlist';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The trend named in the address; undefined when there is none, or what stands there cannot be one. */
export const trendIn = (search: URLSearchParams): string | undefined => {
  const named = search.get('concept_id');
  return named && uuid.test(named) ? named : undefined;
};

export const registrationOf = (email: string, conceptId: string | undefined): BodyFor<'joinWaitlist'> => ({
  email: email.trim().toLowerCase(),
  password: placeholder,
  ...(conceptId && { concept_id: conceptId }),
});
