import { generateKeyPairSync } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { conceptCalls } from '@groundswell/contracts';
import { heading, line } from '../event-store/report.js';
import { recordAnswer } from '../http/bare-route/routes.js';
import { openInstance } from '../http/instance.js';
import { connections } from '../http/load.js';
import { compare, type Server } from '../http/side-by-side.js';
import { appendCatalogue, completeSession } from './catalogue.js';

const quick = process.argv.includes('--quick');
const sizes = quick ? { rounds: 1, seconds: 2 } : { rounds: 4, seconds: 5 };
const catalogue = { concepts: 200, symbols: 100, held: 8 };
const goal = { perSecond: 0.7, p99: 2 };

const instance = await openInstance();

const startServices = async (): Promise<Server> => {
  const { databaseUrl: DATABASE_URL, eventStoreUrl: EVENTSTORE_URL } = instance;
  const { publicKey } = generateKeyPairSync('ed25519');
  await instance.service('projections', { DATABASE_URL, EVENTSTORE_URL });
  return instance.service('query-service', {
    DATABASE_URL,
    EVENTSTORE_URL,
    TOKEN_PUBLIC_KEY: Buffer.from(JSON.stringify(publicKey.export({ format: 'jwk' }))).toString('base64url'),
    // No one asks for the broker's list of assets here.
    ALPACA_BROKER_URL: 'http://127.0.0.1:9',
    ALPACA_KEY_ID: 'bench',
    ALPACA_SECRET_KEY: 'bench',
  });
};

const listPath = conceptCalls.getConcepts.path;
const conceptPath = (id: string): string => `${conceptCalls.getConcept.path}?concept_id=${id}`;

/** Waits until the read models hold every concept with a year of growth. */
const untilBuilt = async (url: string, ids: readonly string[]): Promise<void> => {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    if (await isBuilt(url, ids)) return;
    await setTimeout(100);
  }
  throw new Error('the read models were not built within a minute');
};

const isBuilt = async (url: string, ids: readonly string[]): Promise<boolean> => {
  const response = await fetch(`${url}${listPath}`);
  if (!response.ok) return false;
  const { concepts } = conceptCalls.getConcepts.response.parse(await response.json());
  if (concepts.filter(({ performance }) => performance !== null).length < ids.length) return false;
  for (const id of ids) {
    const concept = await fetch(`${url}${conceptPath(id)}`);
    await concept.arrayBuffer();
    if (!concept.ok) return false;
  }
  return true;
};

const main = async (): Promise<void> => {
  const load = () => `load ${loadavg()[0]?.toFixed(1)}`;
  line(`Node ${process.version}, ${availableParallelism()} cores, ${load()} at the start.`);
  const ids = await appendCatalogue(instance.eventStore, catalogue);
  await completeSession(instance.eventStore, catalogue);
  const ours = await startServices();
  await untilBuilt(ours.url, ids);
  const list = await recordAnswer(await fetch(`${ours.url}${listPath}`));
  const one = Object.fromEntries(
    await Promise.all(
      ids.map(async (id) => [id, await recordAnswer(await fetch(`${ours.url}${conceptPath(id)}`))] as const),
    ),
  );
  const bare = await instance.bareServer({
    routes: [
      { method: 'GET', path: listPath, answers: { '': list } },
      { method: 'GET', path: conceptCalls.getConcept.path, answers: one },
    ],
  });
  const measured = { ours, bare, ...sizes, goal };
  const kilobytes = (body: string | undefined) => `${Math.round(Buffer.byteLength(body ?? '') / 1_000)} kB`;

  heading(`GET ${listPath} with ${ids.length} concepts, ${connections} connections, ${kilobytes(list.body)}`);
  await compare({ ...measured, requestsOf: () => [{ path: listPath }] });

  heading(
    `GET ${conceptCalls.getConcept.path}, all ${ids.length} concepts in turn, ${connections} connections, ` +
      kilobytes(one[ids[0] ?? '']?.body),
  );
  // Connections start at different concepts, so that they do not all ask for the same one at once.
  const paths = ids.map((id) => ({ path: conceptPath(id) }));
  const startAt = (connection: number) => (connection * 37) % paths.length;
  await compare({
    ...measured,
    requestsOf: (connection) => [...paths.slice(startAt(connection)), ...paths.slice(0, startAt(connection))],
  });
  line(`${load()} at the end.`);
};

try {
  await main();
} finally {
  await instance.close();
}
