import type { LoaderFunctionArgs } from 'react-router-dom';
import { query } from '../../api/browser-client.js';

export const loadAllocations = ({ params, request }: LoaderFunctionArgs) => ({
  allocations: query('getConceptAllocations', {
    query: { concept_id: params.concept_id ?? '' },
    signal: request.signal,
  }),
});
export type AllocationsData = ReturnType<typeof loadAllocations>;
