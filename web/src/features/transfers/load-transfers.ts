import type { LoaderFunctionArgs } from 'react-router-dom';
import { arriving } from '../../api/arriving.js';
import { query } from '../../api/browser-client.js';

/** All transfers. */
export const loadTransfers = () => ({ transfers: arriving(query('getAchTransfers')) });
export type TransfersData = ReturnType<typeof loadTransfers>;

/** One transfer, by the id in the address. */
export const loadTransfer = ({ params }: LoaderFunctionArgs) => ({
  transfer: arriving(query('getAchTransfer', { query: { transfer_id: params.transfer_id ?? '' } })),
});
export type TransferData = ReturnType<typeof loadTransfer>;

/** What a new transfer needs: an account that is open, cash, the banks, and what it would come to. */
export const loadNewTransfer = () => ({
  account: arriving(query('getTradingAccount')),
  cash: arriving(query('getCashBalance')),
  links: arriving(query('getAchMethods')),
  terms: arriving(query('getTransferTerms')),
});
export type NewTransferData = ReturnType<typeof loadNewTransfer>;
