import type { LoaderFunctionArgs } from 'react-router-dom';
import { query } from '../../api/browser-client.js';

/** One trend; not awaited, so that the screen stands at once with its skeleton. */
export const loadTrend = ({ params, request }: LoaderFunctionArgs) => ({
  trend: query('getConcept', { query: { concept_id: params.concept_id ?? '' }, signal: request.signal }),
});
export type TrendData = ReturnType<typeof loadTrend>;
