import type { JsonWebKey } from 'node:crypto';
import { join } from 'node:path';
import { commonVariables, entryOf, type Infrastructure } from './instance-infrastructure.js';
import { type Doubled, type InstanceOptions, replicaOf } from './instance-parts.js';
import type { Part, StartPart } from './part.js';
import { redisPassword } from './redis.js';

interface ServiceOptions extends InstanceOptions {
  readonly directory: string;
  readonly infrastructure: Infrastructure;
  readonly jwk: JsonWebKey;
  readonly vaultKey: string;
  readonly credentials: { readonly keyId: string; readonly secret: string };
}

const publicUrl = 'http://localhost:8000';

/** Each service's variables besides the common ones. */
const variablesOf = ({ directory, infrastructure, jwk, vaultKey, workers }: ServiceOptions) => {
  const redisUrl = `redis://:${redisPassword}@127.0.0.1:${infrastructure.redisPort}`;
  const { d: _private, ...publicJwk } = jwk;
  const keyText = (key: object) => Buffer.from(JSON.stringify(key)).toString('base64url');
  return {
    'command-service': {
      TOKEN_PRIVATE_KEY: keyText(jwk),
      VAULT_MASTER_KEY: vaultKey,
      PUBLIC_URL: publicUrl,
      UPLOADS_DIR: join(directory, 'uploads'),
      TRANSFERS_PER_DAY: '1000000',
    },
    'query-service': { TOKEN_PUBLIC_KEY: keyText(publicJwk), REDIS_URL: redisUrl },
    projections: {},
    workers: {
      ...workers,
      REDIS_URL: redisUrl,
      VAULT_MASTER_KEY: vaultKey,
      PUBLIC_URL: publicUrl,
      MAILBOX_DIR: join(directory, 'mailbox'),
    },
  } as const satisfies Record<Doubled, Record<string, string>>;
};

/** The services, each once or twice. @returns where people reach them */
export const startServices = async (
  start: StartPart,
  options: ServiceOptions,
): Promise<{ readonly commandUrls: readonly string[]; readonly queryUrls: readonly string[] }> => {
  const { eventStoreUrl, services, brokerUrl } = options.infrastructure;
  const { keyId, secret } = options.credentials;
  const shared = (port: number) => ({
    ...commonVariables(port),
    EVENTSTORE_URL: eventStoreUrl,
    DATABASE_URL: services,
    ALPACA_BROKER_URL: brokerUrl,
    ALPACA_DATA_URL: brokerUrl,
    ALPACA_KEY_ID: keyId,
    ALPACA_SECRET_KEY: secret,
  });
  const variables = variablesOf(options);
  const replicas = options.replicas > 1 ? ([0, 1] as const) : ([0] as const);
  const startAll = (service: Doubled): Promise<Part[]> =>
    Promise.all(
      replicas.map((replica) =>
        start(replicaOf(service, replica), {
          entry: entryOf(service),
          hasOwnClock: options.replicas > 1,
          environment: (port) => ({ ...shared(port), ...variables[service] }),
        }),
      ),
    );
  const urlsOf = (parts: readonly Part[]) => parts.map(({ port }) => `http://127.0.0.1:${port}`);
  const commandServices = await startAll('command-service');
  const [queryServices] = await Promise.all([
    startAll('query-service'),
    startAll('projections'),
    startAll('workers'),
  ]);
  return { commandUrls: urlsOf(commandServices), queryUrls: urlsOf(queryServices) };
};
