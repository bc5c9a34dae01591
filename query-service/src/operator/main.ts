import { runOperator } from '@groundswell/platform/operator';
import { asOf } from './as-of.js';
import { catalogue } from './catalogue.js';

process.exitCode = await runOperator(process.argv.slice(2), catalogue, { 'as-of': asOf });
