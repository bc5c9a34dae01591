import type { LoaderFunctionArgs } from 'react-router-dom';
import { loadBankLinks } from '../features/bank-links/load-bank-links.js';
import { loadCash } from '../features/cash/load-cash.js';
import { loadTransfers } from '../features/transfers/load-transfers.js';

export const loadSeeAchMethods = ({ request }: LoaderFunctionArgs) => {
  const search = new URL(request.url).searchParams;
  return { ...loadBankLinks(), ...loadCash(search), ...loadTransfers(search) };
};
export type SeeAchMethodsData = ReturnType<typeof loadSeeAchMethods>;
