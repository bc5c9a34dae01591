import { conceptCalls } from '../concept/calls.js';
import { peopleCalls } from '../people/calls.js';
import type { Call } from './call.js';

/** Every call of the product, by name. */
export const calls = { ...conceptCalls, ...peopleCalls } as const satisfies Record<string, Call>;

/**
 * Which service answers: identity is served whole by the command service, since it reads its own credentials;
 * elsewhere reads go to the query service and writes to the command service.
 */
export const serviceOf = (call: { method: string; path: string }): 'command-service' | 'query-service' =>
  call.path.startsWith('/user/') || call.method !== 'GET' ? 'command-service' : 'query-service';
