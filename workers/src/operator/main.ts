import { operate } from './operate.js';

// Exit explicitly: a connection that is still open may wait for a server that does not respond.
process.exit(await operate(process.argv.slice(2)));
