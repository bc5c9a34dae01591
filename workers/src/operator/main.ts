import { operate } from './operate.js';

// Whatever is still open may lead to someone who does not answer.
process.exit(await operate(process.argv.slice(2)));
