import { conceptCalls } from '../concept/calls.js';
import { jobCalls } from '../jobs/calls.js';
import { marketCalls } from '../market/calls.js';
import { tradingAccountCalls } from '../money/account-calls.js';
import { bankLinkCalls } from '../money/bank-link-calls.js';
import { cashCalls } from '../money/cash-calls.js';
import { transferCalls } from '../money/transfer-calls.js';
import { operationsCalls } from '../operations/calls.js';
import { accountCalls } from '../people/account-calls.js';
import { peopleCalls } from '../people/calls.js';
import { identityProofCalls } from '../people/proof-calls.js';
import { secondFactorCalls } from '../people/second-factor-calls.js';
import { sessionCalls } from '../people/session-calls.js';
import { proofCalls } from '../proof/calls.js';
import { uploadCalls } from '../uploads/calls.js';
import { waitlistCalls } from '../waitlist/calls.js';
import { type Call, usualBodyLimit } from './call.js';
import { serviceCalls } from './service-calls.js';

/** Every call of the product, by name. */
export const calls = {
  ...conceptCalls,
  ...marketCalls,
  ...peopleCalls,
  ...sessionCalls,
  ...secondFactorCalls,
  ...identityProofCalls,
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
 * The service that answers a call. The command service answers everything about identity, since it reads its
 * own credentials; uploads, since it keeps the files; and the broker's assets, since only it and the workers
 * have the broker's keys. Otherwise reads go to the query service and writes to the command service.
 */
export const serviceOf = (call: { method: string; path: string }): 'command-service' | 'query-service' =>
  /^\/(user|uploads|api\/find_assets)\//.test(call.path) || call.method !== 'GET'
    ? 'command-service'
    : 'query-service';

const bare = (path: string): string => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path);
const hasParameter = ({ path }: Call): boolean => path.includes('/:');
const all: readonly Call[] = Object.values(calls);
const fixed = new Map(
  all.filter((call) => !hasParameter(call)).map((call) => [`${call.method} ${bare(call.path)}`, call]),
);
const withParameter = all
  .filter(hasParameter)
  .map(
    (call) => [new RegExp(`^${call.method} ${bare(call.path).replaceAll(/:\w+/g, '[^/]+')}$`), call] as const,
  );

/** The call for a method and a path without its query, with or without trailing slash. */
export const callAt = (method: string, path: string): Call | undefined => {
  const asked = `${method === 'HEAD' ? 'GET' : method} ${bare(path)}`;
  return fixed.get(asked) ?? withParameter.find(([pattern]) => pattern.test(asked))?.[1];
};

/**
 * Methods of the calls at a path without its query; HEAD is allowed wherever GET is. Empty where there is no
 * call.
 */
export const methodsAt = (path: string): readonly string[] => [
  ...(callAt('GET', path) ? ['GET', 'HEAD'] : []),
  ...(callAt('POST', path) ? ['POST'] : []),
];

/** Body limit of a request in bytes. */
export const bodyLimitOf = (call: Call | undefined): number =>
  call?.bodyLimit ?? (call?.method === 'GET' ? 0 : usualBodyLimit);

/** Whether an answer lasts as long as its reader stays. */
export const isLongLived = ({ cost }: Call): boolean => cost === 'stream';
