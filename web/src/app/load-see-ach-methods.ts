import { loadBankLinks } from '../features/bank-links/load-bank-links.js';
import { loadCash } from '../features/cash/load-cash.js';
import { loadTransfers } from '../features/transfers/load-transfers.js';

export const loadSeeAchMethods = () => ({ ...loadBankLinks(), ...loadCash(), ...loadTransfers() });
export type SeeAchMethodsData = ReturnType<typeof loadSeeAchMethods>;
