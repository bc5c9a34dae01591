import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Bank } from '../bank/bank.js';
import { keyIdOf } from '../http/credentials.js';
import { type AccountParams, withAccount } from '../http/partner.js';
import { refuseWith } from '../http/refusal.js';
import { lastSession } from '../market/calendar.js';
import { textOfCents } from './cents.js';
import type { Posting } from './posting.js';
import { bodyOfTradingAccount } from './trading-account.js';

const activityQuery = z.object({
  account_id: z.string().optional(),
  direction: z.enum(['asc', 'desc']).default('desc'),
  page_size: z.coerce.number().int().min(1).max(100).default(100),
  page_token: z.string().optional(),
});

/** `20260203000000000::<uuid>`, so that ids sort by time. */
const activityIdOf = ({ at, id }: Posting): string =>
  `${new Date(at).toISOString().replace(/\D/g, '')}::${id}`;

const bodyOfActivity = (posting: Posting) => ({
  id: activityIdOf(posting),
  account_id: posting.accountId,
  activity_type: posting.kind,
  date: new Date(posting.at).toISOString().slice(0, 10),
  created_at: new Date(posting.at).toISOString(),
  net_amount: textOfCents(posting.cents),
  description: posting.description,
  status: 'executed',
});

/** The trading account with its cash, and the lists of deposits (CSD) and withdrawals (CSW) that were booked. */
export const cashRoutes = (server: FastifyInstance, bank: Bank): void => {
  server.get<{ Params: AccountParams }>(
    '/v1/trading/accounts/:account_id/account',
    withAccount(bank, (_request, _reply, account) =>
      bodyOfTradingAccount(account, bank.cashOf(account.id), lastSession(bank.options.sessions, bank.now())),
    ),
  );

  const activities = (request: FastifyRequest, reply: FastifyReply, types: readonly string[]) => {
    const query = activityQuery.safeParse(request.query);
    if (!query.success) {
      return refuseWith(reply, { status: 422, code: 42210000, message: 'invalid query parameter' });
    }
    const { account_id, direction, page_size, page_token } = query.data;
    const owner = keyIdOf(request);
    const postings = [...bank.records.accounts.values()]
      .filter((account) => account.owner === owner && (!account_id || account.id === account_id))
      .flatMap(({ id }) => bank.records.postingsOf(id))
      .filter(({ kind }) => types.length === 0 || types.includes(kind))
      .sort((a, b) => activityIdOf(a).localeCompare(activityIdOf(b)));
    const ordered = direction === 'asc' ? postings : postings.reverse();
    const from = page_token ? ordered.findIndex((posting) => activityIdOf(posting) === page_token) + 1 : 0;
    return ordered.slice(from, from + page_size).map(bodyOfActivity);
  };

  server.get<{ Querystring: { activity_types?: string } }>('/v1/accounts/activities', (request, reply) =>
    activities(request, reply, request.query.activity_types?.split(',') ?? []),
  );
  server.get<{ Params: { activity_type: string } }>(
    '/v1/accounts/activities/:activity_type',
    (request, reply) => activities(request, reply, [request.params.activity_type]),
  );
  // Not built here, and no id of an account.
  server.get('/v1/accounts/positions', (_request, reply) => reply.callNotFound());
};
