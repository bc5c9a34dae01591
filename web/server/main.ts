import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Config, readConfig } from './config.js';
import { createWebServer } from './serve.js';
import { readSite } from './site.js';
import { ViolationCount } from './violation-count.js';

const cannotBeMended = 78;
const minute = 60_000;

const start = async () => {
  const config = readConfig(process.env);
  const site = await readSite(fileURLToPath(new URL('../site', import.meta.url)));
  const counted = new ViolationCount();
  const server = createWebServer(
    site,
    {
      signInScript: config.GOOGLE_CLIENT_ID ? config.GOOGLE_SCRIPT_URL : undefined,
      mapsScript: config.MAPS_KEY ? config.MAPS_SCRIPT_URL : undefined,
    },
    counted,
  );
  const tell = () => tellOf(counted, config.LOG_LEVEL);
  setInterval(tell, minute).unref();
  server.once('error', fail);
  server.listen(config.PORT, config.HOST, () => {
    process.send?.({ ready: { port: (server.address() as AddressInfo).port } });
  });
  const end = () => {
    tell();
    server.close(() => process.exit(0));
    server.closeIdleConnections();
    setTimeout(() => process.exit(0), 4_000).unref();
  };
  process.once('SIGTERM', end);
  // A killed launcher sends no signal, but its channel closes.
  process.once('disconnect', end);
};

/** Writes at most one line a minute, in the format of the services. */
const tellOf = (counted: ViolationCount, level: Config['LOG_LEVEL']): void => {
  const account = counted.account();
  if (!account || level === 'silent' || level === 'error' || level === 'fatal') return;
  const msg = 'the content security policy was violated';
  console.log(
    JSON.stringify({ level: 'warn', time: new Date().toISOString(), service: 'web', ...account, msg }),
  );
};

const fail = (error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(cannotBeMended);
};

start().catch(fail);
