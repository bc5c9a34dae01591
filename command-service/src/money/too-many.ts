import type { Refusal } from '@groundswell/contracts';
import { type Exchange, signedIn } from '@groundswell/platform/http';
import { overLimit } from '../shared/limit.js';
import type { MoneyServices } from './services.js';

/** Counts one of a person's money requests, and refuses it beyond the limit. */
export const refuseTooMany = (
  { requestsPerUser, now }: Pick<MoneyServices, 'requestsPerUser' | 'now'>,
  exchange: Exchange,
): Promise<Refusal | undefined> => overLimit(exchange, now(), [requestsPerUser, signedIn(exchange).id]);
