import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Bank } from '../bank/bank.js';
import { textOfCents } from '../cash/cents.js';
import { bodyOfTransfer } from '../transfers/transfer.js';
import { accountDecisions } from './account-decisions.js';
import type { LateCalls } from './late-calls.js';
import { relationshipDecisions } from './relationship-decisions.js';
import { parsedBody } from './routes.js';
import { transferEnds } from './transfer-ends.js';

const duration = z
  .number()
  .int()
  .min(0)
  .max(30 * 86_400_000);
const timesSchema = z.strictObject({
  review: duration.optional(),
  linking: duration.optional(),
  settlement: duration.optional(),
  hold: duration.optional(),
});

/** How long things take, and what is due by now. */
const clock = (server: FastifyInstance, bank: Bank, late: LateCalls): void => {
  server.patch('/admin/times', (request, reply) => {
    const times = parsedBody(timesSchema, request.body, reply);
    return times ? bank.setTimes(times) : reply;
  });

  server.post('/admin/tick', async (_request, reply) => {
    await late.advance();
    await bank.advance();
    return reply.status(204).send();
  });
};

/** What the broker holds of everyone, to compare with. */
const holdings = (server: FastifyInstance, bank: Bank): void => {
  const { records } = bank;
  server.get('/admin/transfers', () => [...records.transfers.values()].map(bodyOfTransfer));
  server.get('/admin/accounts', () =>
    [...records.accounts.values()].map(({ id, status }) => ({
      id,
      status,
      cash: textOfCents(bank.cashOf(id).total),
      postings: records.postingsOf(id).map(({ cents, transferId }) => ({
        transfer_id: transferId,
        net_amount: textOfCents(cents),
      })),
    })),
  );
};

/** What Alpaca does not have: moving the clock, deciding what a bank or a clerk would, and seeing everything. */
export const bankAdminRoutes = (server: FastifyInstance, bank: Bank, late: LateCalls): void => {
  clock(server, bank, late);
  accountDecisions(server, bank);
  relationshipDecisions(server, bank);
  transferEnds(server, bank);
  holdings(server, bank);
};
