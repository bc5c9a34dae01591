import { conceptCalls } from '../concept/calls.js';
import { jobCalls } from '../jobs/calls.js';
import { tradingAccountCalls } from '../money/account-calls.js';
import { bankLinkCalls } from '../money/bank-link-calls.js';
import { cashCalls } from '../money/cash-calls.js';
import { transferCalls } from '../money/transfer-calls.js';
import { operationsCalls } from '../operations/calls.js';
import { accountCalls } from '../people/account-calls.js';
import { peopleCalls } from '../people/calls.js';
import { secondFactorCalls } from '../people/second-factor-calls.js';
import { sessionCalls } from '../people/session-calls.js';
import { proofCalls } from '../proof/calls.js';
import { uploadCalls } from '../uploads/calls.js';
import { waitlistCalls } from '../waitlist/calls.js';
import type { Call } from './call.js';
import { serviceCalls } from './service-calls.js';

/** Every call of the product, by name. */
export const calls = {
  ...conceptCalls,
  ...peopleCalls,
  ...sessionCalls,
  ...secondFactorCalls,
  ...serviceCalls,
  ...accountCalls,
  ...waitlistCalls,
  ...uploadCalls,
  ...tradingAccountCalls,
  ...bankLinkCalls,
  ...transferCalls,
  ...cashCalls,
  ...jobCalls,
  ...operationsCalls,
  ...proofCalls,
} as const satisfies Record<string, Call>;

/**
 * Which service answers: identity is served whole by the command service, since it reads its own credentials, and so
 * are uploads, since it keeps the files; elsewhere reads go to the query service and writes to the command service.
 */
export const serviceOf = (call: { method: string; path: string }): 'command-service' | 'query-service' =>
  /^\/(user|uploads)\//.test(call.path) || call.method !== 'GET' ? 'command-service' : 'query-service';
