import type { LoaderFunctionArgs } from 'react-router-dom';
import { arriving } from '../../api/arriving.js';
import { query } from '../../api/browser-client.js';

/** All transfers. */
export const loadTransfers = () => ({ transfers: arriving(query('getAchTransfers')) });
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
