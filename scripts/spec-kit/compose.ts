import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { configSchema as commandService } from '../../command-service/src/config.js';
import { makeSecrets } from '../../packages/embedded/src/launcher/secrets.js';
import { configSchema as projections } from '../../projections/src/config.js';
import { configSchema as queryService } from '../../query-service/src/config.js';
import { configSchema as web } from '../../web/server/config.js';
import { configSchema as workers } from '../../workers/src/config.js';

export const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
export const read = (path: string) => readFileSync(fromRoot(path), 'utf8');

interface Service {
  readonly image?: string;
  readonly build?: string | { readonly context: string; readonly target: string };
  readonly restart?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly volumes?: readonly string[];
  readonly networks?: readonly string[];
  readonly network_mode?: string;
  readonly ports?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
}
export const compose: {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  networks: Record<string, { readonly internal?: boolean } | null>;
} = parse(read('docker-compose.yml'), { merge: true });
export const schemas = {
  'command-service': commandService,
  'query-service': queryService,
  projections,
  workers,
  web,
};
export const services = Object.entries(schemas).map(([name, schema]) => {
  const service = compose.services[name] ?? {};
  return { name, schema, service, environment: service.environment ?? {} };
});

const { tokenPrivateKey, tokenPublicKey, vaultMasterKey } = makeSecrets();
/** What an operator gives. */
export const given: Readonly<Record<string, string>> = {
  TOKEN_PRIVATE_KEY: tokenPrivateKey,
  TOKEN_PUBLIC_KEY: tokenPublicKey,
  VAULT_MASTER_KEY: vaultMasterKey,
  CHECKPOINT_KEY: 'given',
  POSTGRES_PASSWORD: 'given',
  DATABASE_PASSWORD: 'given',
  DATABASE_READER_PASSWORD: 'read',
  REDIS_PASSWORD: 'given',
  KURRENTDB_ADMIN_PASSWORD: 'administer',
  KURRENTDB_READER_PASSWORD: 'read-log',
  KURRENTDB_WRITER_PASSWORD: 'write-log',
  PUBLIC_URL: 'https://groundswell.test',
  ALPACA_DATA_URL: 'https://data.alpaca.markets',
  ALPACA_BROKER_URL: 'https://broker-api.alpaca.markets',
  ALPACA_KEY_ID: 'given',
  ALPACA_SECRET_KEY: 'given',
  SMTP_URL: 'smtp://mail.test:587',
  MAIL_FROM: 'Groundswell <hello@groundswell.test>',
};

/** Substitutes `${NAME:?}` and `${NAME:-default}` as Compose does. */
export const fill = (text: string) =>
  text.replace(/\$\{(\w+)(?::-([^}]*)|:\?)?\}/g, (_all, name, whenUnset) => given[name] ?? whenUnset);

/** The variables that a service gets. */
export const filledFor = (service: string) =>
  Object.fromEntries(
    Object.entries(compose.services[service]?.environment ?? {}).map(([name, text]) => [name, fill(text)]),
  );
