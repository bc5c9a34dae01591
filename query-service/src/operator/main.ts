import { runOperator } from '@groundswell/platform/operator';
import { asOf } from './as-of.js';
import { catalogue } from './catalogue.js';

// An open connection may lead to a server that never responds, so the process does not wait for it.
process.exit(await runOperator(process.argv.slice(2), catalogue, { 'as-of': asOf }));
