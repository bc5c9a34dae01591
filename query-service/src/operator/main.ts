import { endWith, runOperator } from '@groundswell/platform/operator';
import { asOf } from './as-of.js';
import { catalogue } from './catalogue.js';

endWith(runOperator(process.argv.slice(2), catalogue, { 'as-of': asOf }));
