import { keepHeapSmall } from '@groundswell/platform';
import { endWith, runOperator } from '@groundswell/platform/operator';
import { catalogue } from './catalogue.js';
import { handlers } from './handlers.js';

keepHeapSmall();
endWith(runOperator(process.argv.slice(2), catalogue, handlers));
