import { codeOf } from '../faults.js';

/** Node's error codes for a socket that was lost or could not connect. */
const codes =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

/** Whether a failure is in the way to someone, and not in what they were asked. */
export const isSocketLoss = (fault: unknown): boolean => codes.test(codeOf(fault) ?? '');
