import type { FastifyInstance } from 'fastify';
import type { Bank } from '../bank/bank.js';
import { type AccountParams, withAccount } from '../http/partner.js';
import { extendedBodyOfAccount } from './account.js';
import { findAccounts } from './find-accounts.js';
import { lastEquityOf } from './last-equity.js';
import { openAccount } from './open-account.js';

/** Opening an account, reading one, and finding some. */
export const accountRoutes = (server: FastifyInstance, bank: Bank): void => {
  server.post('/v1/accounts', openAccount(bank));
  server.get('/v1/accounts', findAccounts(bank));
  server.get<{ Params: AccountParams }>(
    '/v1/accounts/:account_id',
    withAccount(bank, (_request, _reply, account) =>
      extendedBodyOfAccount(account, lastEquityOf(bank, account)),
    ),
  );
};
