import type { LoaderFunctionArgs } from 'react-router-dom';
import { arriving } from '../../api/arriving.js';
import { query } from '../../api/browser-client.js';
import { askedIn } from './asked.js';

/** One page of the audit, by the filters in the address, and the trends to choose from. */
export const loadAudit = ({ request }: LoaderFunctionArgs) => {
  const search = new URL(request.url).searchParams;
  return {
    entries: arriving(query('getAudit', { query: askedIn(search) })),
    trends: arriving(query('getConcepts')),
  };
};
export type AuditData = ReturnType<typeof loadAudit>;
