import type { LoaderFunctionArgs } from 'react-router-dom';
import { query } from '../../api/browser-client.js';
import { trendIn, trendToJoinFor } from './registration.js';

const nameOf = async (conceptId: string | undefined): Promise<string | undefined> =>
  conceptId && (await query('getConceptDetails', { params: { concept_id: conceptId } })).data.name;

/** The trend in the URL; not awaited, so that the form appears at once. */
export const loadSignUp = ({ request }: LoaderFunctionArgs) => {
  const conceptId = trendIn(new URL(request.url).searchParams);
  const named = nameOf(conceptId);
  return {
    // If the name cannot be loaded, the card omits it.
    name: named.catch(() => undefined),
    trend: trendToJoinFor(conceptId, named),
  };
};
export type SignUpData = ReturnType<typeof loadSignUp>;
