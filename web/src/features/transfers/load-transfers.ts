import type { LoaderFunctionArgs } from 'react-router-dom';
import { arriving } from '../../api/arriving.js';
import { query } from '../../api/browser-client.js';
import { pageAsked } from '../../shared/pages/page-asked.js';

/** What the address calls the page of transfers. */
export const transfersPage = 'transfers_before';

/** A page of transfers. */
export const loadTransfers = (search: URLSearchParams) => ({
  transfers: arriving(query('getAchTransfers', pageAsked(search, transfersPage))),
});
export type TransfersData = ReturnType<typeof loadTransfers>;

export const loadTransfer = ({ params }: LoaderFunctionArgs) => ({
  transfer: arriving(query('getAchTransfer', { query: { transfer_id: params.transfer_id ?? '' } })),
});
export type TransferData = ReturnType<typeof loadTransfer>;

/** Data for a new transfer: account, cash, banks, and terms. */
export const loadNewTransfer = () => ({
  account: arriving(query('getTradingAccount')),
  cash: arriving(query('getCashBalance')),
  links: arriving(query('getAchMethods')),
  terms: arriving(query('getTransferTerms')),
});
export type NewTransferData = ReturnType<typeof loadNewTransfer>;
