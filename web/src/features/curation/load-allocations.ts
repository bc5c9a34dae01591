import type { LoaderFunctionArgs } from 'react-router-dom';
import { arriving } from '../../api/arriving.js';
import { query } from '../../api/browser-client.js';

export const loadAllocations = ({ params }: LoaderFunctionArgs) => ({
  allocations: arriving(query('getConceptAllocations', { query: { concept_id: params.concept_id ?? '' } })),
});
export type AllocationsData = ReturnType<typeof loadAllocations>;
