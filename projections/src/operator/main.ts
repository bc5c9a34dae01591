import { keepHeapSmall } from '@groundswell/platform';
import { runOperator } from '@groundswell/platform/operator';
import { catalogue } from './catalogue.js';
import { handlers } from './handlers.js';

keepHeapSmall();
// Whatever is still open may lead to someone who does not answer.
process.exit(await runOperator(process.argv.slice(2), catalogue, handlers));
