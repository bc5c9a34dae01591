import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';
import { createPasswords } from '@groundswell/command-service';
import { peopleCalls, type Session, sessionSchema } from '@groundswell/contracts';
import type { Request } from 'autocannon';
import { median } from '../event-store/measures.js';
import { heading, line } from '../event-store/report.js';
import { recordAnswer } from '../http/bare-route/routes.js';
import { openInstance } from '../http/instance.js';
import { connections } from '../http/load.js';
import { compare } from '../http/side-by-side.js';
import { openPeople } from './people.js';

const quick = process.argv.includes('--quick');
const sizes = quick ? { rounds: 1, seconds: 2 } : { rounds: 4, seconds: 5 };
const { refreshToken, getUser } = peopleCalls;

const instance = await openInstance();
const json = { 'content-type': 'application/json' };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const measurePasswords = async (): Promise<void> => {
  heading('What a password costs, the service being idle');
  const passwords = await createPasswords();
  const asker = { key: 'bench', known: true };
  const hashed = await passwords.hash(asker, 'correct horse battery staple');
  const times: number[] = [];
  for (let turn = 0; turn < (quick ? 5 : 20); turn += 1) {
    const started = performance.now();
    await passwords.verify(asker, hashed, 'correct horse battery staple');
    times.push(performance.now() - started);
  }
  const [, , parameters] = /^\$argon2id\$v=(\d+)\$([^$]+)\$/.exec(hashed) ?? [];
  line(`argon2id ${parameters} (m in KiB): ${median(times).toFixed(0)} ms to check one`);
};

/** Each connection refreshes a session of its own, always with the token that it was given last. */
const refreshing = (tokens: string[], someAccess: string) => (): Request[] => {
  let session: Session = { access: someAccess, refresh: tokens.pop() ?? '' };
  return [
    {
      method: refreshToken.method,
      path: refreshToken.path,
      setupRequest: (request) => ({
        ...request,
        headers: { ...json, ...bearer(session.access) },
        body: JSON.stringify({ refresh: session.refresh }),
      }),
      onResponse: (_status, body) => {
        session = JSON.parse(body);
      },
    },
  ];
};

const main = async (): Promise<void> => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const environment = {
    DATABASE_URL: instance.databaseUrl,
    EVENTSTORE_URL: instance.eventStoreUrl,
    VAULT_MASTER_KEY: randomBytes(32).toString('base64'),
  };
  const load = () => `load ${loadavg()[0]?.toFixed(1)}`;
  line(`Node ${process.version}, ${availableParallelism()} cores, ${load()} at the start.`);
  await measurePasswords();
  const ours = await instance.service('command-service', {
    ...environment,
    TOKEN_PRIVATE_KEY: Buffer.from(JSON.stringify(privateKey.export({ format: 'jwk' }))).toString(
      'base64url',
    ),
    PUBLIC_URL: 'http://127.0.0.1:9',
    ALPACA_BROKER_URL: 'http://127.0.0.1:9',
    ALPACA_KEY_ID: 'bench',
    ALPACA_SECRET_KEY: 'bench',
    // Each session trades its token as fast as it can.
    REFRESHES_PER_USER: '1000000',
  });
  const people = await openPeople(connections, environment);
  const refreshed = async (token: string): Promise<Response> =>
    fetch(`${ours.url}${refreshToken.path}`, {
      method: refreshToken.method,
      headers: json,
      body: JSON.stringify({ refresh: token }),
    });
  const accesses = await Promise.all(
    (await people.newTokens(connections)).map(
      async (token) => sessionSchema.parse(await (await refreshed(token)).json()).access,
    ),
  );
  const [someAccess = ''] = accesses;
  const [session, user] = await Promise.all([
    people.newTokens(1).then(([token = '']) => refreshed(token)),
    fetch(`${ours.url}${getUser.path}`, { headers: bearer(someAccess) }),
  ]);
  const bare = await instance.bareServer({
    tokenKey: publicKey.export({ format: 'jwk' }),
    routes: [
      { method: 'POST', path: refreshToken.path, answers: { '': await recordAnswer(session) } },
      { method: 'GET', path: getUser.path, answers: { '': await recordAnswer(user) } },
    ],
  });
  // For both servers: a round to warm up, and those that count.
  const tokens = await people.newTokens(2 * (sizes.rounds + 1) * connections);
  await people.close();
  const beside = `${connections} connections; the bare route verifies the same kind of token`;

  heading(`POST ${refreshToken.path}, ${beside}`);
  await compare({ ours, bare, ...sizes, requestsOf: refreshing(tokens, someAccess) });

  heading(`GET ${getUser.path}, ${beside}`);
  await compare({
    ours,
    bare,
    ...sizes,
    requestsOf: (connection) => [{ path: getUser.path, headers: bearer(accesses[connection] ?? '') }],
  });
  line(`${load()} at the end.`);
};

try {
  await main();
} finally {
  await instance.close();
}
