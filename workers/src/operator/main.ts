import { endWith } from '@groundswell/platform/operator';
import { operate } from './operate.js';

endWith(operate(process.argv.slice(2)));
