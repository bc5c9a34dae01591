import type { Handler } from '@groundswell/platform/operator';
import { answer } from './answer.js';
import { auditVerify } from './audit.js';
import { replay, verify } from './replay.js';
import { status } from './status.js';
import { stream } from './stream.js';
import { trace } from './trace.js';

/** Handlers by command name. */
export const handlers: Readonly<Record<string, Handler>> = {
  status,
  replay,
  verify,
  stream,
  trace,
  'audit verify': auditVerify,
  answer,
};
