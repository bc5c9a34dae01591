import { keepHeapSmall } from '@groundswell/platform';
import { runOperator } from '@groundswell/platform/operator';
import { catalogue } from './catalogue.js';
import { handlers } from './handlers.js';

keepHeapSmall();
// An open connection may lead to a server that never responds, so the process does not wait for it.
process.exit(await runOperator(process.argv.slice(2), catalogue, handlers));
