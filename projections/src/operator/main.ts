import { keepHeapSmall } from '@groundswell/platform';
import { type Handler, runOperator } from '@groundswell/platform/operator';
import { auditVerify } from './audit.js';
import { catalogue } from './catalogue.js';
import { replay, verify } from './replay.js';
import { status } from './status.js';
import { stream } from './stream.js';
import { trace } from './trace.js';

const handlers: Readonly<Record<string, Handler>> = {
  status,
  replay,
  verify,
  stream,
  trace,
  'audit verify': auditVerify,
};

keepHeapSmall();
process.exitCode = await runOperator(process.argv.slice(2), catalogue, handlers);
