import { runOperator } from '@groundswell/platform/operator';
import { asOf } from './as-of.js';
import { catalogue } from './catalogue.js';

// Whatever is still open may lead to someone who does not answer.
process.exit(await runOperator(process.argv.slice(2), catalogue, { 'as-of': asOf }));
