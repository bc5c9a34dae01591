import type { LoaderFunctionArgs } from 'react-router-dom';
import { allChanges } from '../../api/all-changes.js';
import { arriving } from '../../api/arriving.js';
import { query } from '../../api/browser-client.js';
import { newYorkDay } from '../../components/figures/format.js';

/**
 * One trend, its history, and the present day in New York; not awaited, so that the screen appears at once
 * with its skeleton.
 */
export const loadTrend = ({ params, request }: LoaderFunctionArgs) => {
  const id = params.concept_id ?? '';
  const concept = { concept_id: id };
  const asOf = new URL(request.url).searchParams.get('as_of');
  return {
    trend: arriving(query('getConcept', { query: asOf ? { ...concept, as_of: asOf } : concept })),
    changes: arriving(allChanges(id)),
    today: newYorkDay(new Date()),
  };
};
export type TrendData = ReturnType<typeof loadTrend>;
