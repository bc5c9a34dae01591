import { keepHeapSmall } from '@groundswell/platform';
import { runOperator } from '@groundswell/platform/operator';
import { catalogue } from './catalogue.js';
import { handlers } from './handlers.js';

keepHeapSmall();
process.exitCode = await runOperator(process.argv.slice(2), catalogue, handlers);
