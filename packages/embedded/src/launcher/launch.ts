import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { askParts, type Unready } from '@groundswell/platform';
import { loadDemo } from '../demo/load-demo.js';
import { type SignIns, signInsOf } from '../demo/sign-ins.js';
import { freePort } from '../infrastructure/free-port.js';
import { waitUntil } from '../infrastructure/processes.js';
import { type Config, refuseDefaultsInProduction, refuseDemoDataInProduction } from './config.js';
import { takeDataDirectory } from './data-directory.js';
import { type Instance, startInstance } from './instance.js';
import { bucketIn } from './passed-on.js';
import {
  type AddressBook,
  checkpointDirectory,
  commandServiceVariables,
  httpUrl,
  planInstance,
  queueAndPriceVariables,
  readinessUrls,
} from './plan.js';
import { refuseTakenPort } from './port.js';
import { watchReadiness } from './readiness-watch.js';

import { secretsOf, writePrivately } from './secrets.js';

export interface Launched {
  readonly url: string;
  readonly dataDirectory: string;
  readonly signIns: SignIns | undefined;
  /** Name and seconds of each part, and of the demo, in order of completion. */
  readonly times: readonly (readonly [name: string, seconds: number])[];
  /** Parts that were not ready in time; the launcher keeps polling them. */
  readonly unready: Unready;
  readonly broken: Promise<never>;
}

export interface LaunchOptions {
  readonly config: Config;
  /** The variables a part inherits from this process, by name. */
  readonly inherited: (part: string) => Readonly<Record<string, string>>;
  readonly say: (line: string) => void;
  /** Receives the function that stops the instance, as soon as there is something to stop. */
  readonly onStarted: (stop: () => Promise<void>) => void;
}

const operatorEntry = fileURLToPath(
  new URL('../../../../command-service/dist/operator/main.js', import.meta.url),
);

/** Tells `npm run ops` how to find the running instance. Stored next to the secrets, readable only by the owner. */
const operatorFile = 'operator.json';

/**
 * Starts the whole instance and its demo.
 * @throws FatalFault with one line for the console; the function passed to `onStarted` stops whatever was started
 */
export const launch = async (options: LaunchOptions): Promise<Launched> => {
  const { inherited, say, onStarted } = options;
  refuseDefaultsInProduction(options.config);
  await refuseTakenPort(options.config.HOST, options.config.PORT);
  // The services need the public address before the gateway listens on it.
  const config = { ...options.config, PORT: options.config.PORT || (await freePort()) };
  const directory = await takeDataDirectory(config.DATA_DIR);
  onStarted(async () => directory.release());
  refuseDemoDataInProduction(config, directory.path);
  const secrets = secretsOf(directory.path, config);
  const times: [string, number][] = [];
  const instance = startInstance({
    plans: planInstance(config, secrets, directory.path),
    directory,
    inherited,
    say,
    onReady: (name, seconds) => times.push([name, seconds]),
  });
  const stopped = new AbortController();
  onStarted(async () => {
    stopped.abort();
    await instance.stop();
    directory.release();
  });

  const withDemo = config.NODE_ENV !== 'production' && !config.WITHOUT_DEMO;
  const signIns = withDemo ? signInsOf(directory.path, config.DEMO_PASSWORD) : undefined;
  const begin = async (): Promise<Begun> => {
    const demo = signIns ? loadInto(instance, signIns) : 0n;
    const [book, position] = await Promise.all([instance.ready, demo]);
    const urls = readinessUrls(book);
    const variables = {
      ...operatorVariables(book),
      ...queueAndPriceVariables(config, directory.path, book),
      READINESS_URLS: JSON.stringify(urls),
      CHECKPOINT_DIR: checkpointDirectory(directory.path),
      ...bucketIn(inherited('workers')),
    };
    writePrivately(join(directory.path, operatorFile), variables);
    const gateway = httpUrl(book, 'gateway');
    const ask = () => askParts(urls);
    const unready = await settle(gateway, position, ask);
    const url = config.PUBLIC_URL ?? gateway.replace('127.0.0.1', 'localhost');
    return { url, unready, ask };
  };
  const operatorVariables = (book: AddressBook) => ({
    NODE_ENV: config.NODE_ENV,
    LOG_LEVEL: 'warn',
    ...commandServiceVariables(config, secrets, directory.path, book),
  });
  const loadInto = async (rooms: Instance, people: SignIns): Promise<bigint> => {
    const book = await rooms.part('command-service');
    const started = performance.now();
    const position = await loadDemo({
      directory: directory.path,
      logName: logNameOf(config),
      commandServiceUrl: httpUrl(book, 'command-service'),
      operator: {
        entry: operatorEntry,
        environment: { ...inherited('operator'), ...operatorVariables(book) },
      },
      signIns: people,
      now: new Date(),
    });
    times.push(['demo', (performance.now() - started) / 1_000]);
    return position;
  };
  const { url, unready, ask } = await Promise.race([begin(), instance.broken]);
  directory.announce(url);
  void watchReadiness({
    ask,
    known: unready,
    say,
    onAllReady: () => say(`ready on ${url}`),
    signal: stopped.signal,
  });
  return { url, dataDirectory: directory.path, signIns, times, unready, broken: instance.broken };
};

interface Begun {
  readonly url: string;
  readonly unready: Unready;
  readonly ask: () => Promise<Unready>;
}

/**
 * Waits until every part is ready, and the list of trends shows what was loaded. @returns the parts that are
 * not
 */
const settle = async (gateway: string, position: bigint, ask: () => Promise<Unready>): Promise<Unready> => {
  const readAfter = position > 0n ? { 'read-after': position.toString() } : undefined;
  const stale: Unready = {
    'query-service': [{ check: 'answer', why: 'it does not show the loaded data yet' }],
  };
  let unready: Unready = {};
  await waitUntil(async () => {
    unready = await ask();
    if (Object.keys(unready).length > 0) return false;
    const list = await answerOf(`${gateway}/api/get_concepts/`, readAfter);
    unready = list?.ok === true && list.headers.get('read-stale') !== 'true' ? {} : stale;
    return unready !== stale;
  }, 30_000);
  return unready;
};

/** Undefined while there is no response: a crashed gateway is restarted. */
const answerOf = (url: string, headers: Record<string, string> = {}): Promise<Response | undefined> =>
  fetch(url, { headers }).catch(() => undefined);

/** The log's name, without an address that may hold a password. */
const logNameOf = ({ EVENTSTORE_URL, DATABASE_URL }: Config): string =>
  createHash('sha256')
    .update(EVENTSTORE_URL ?? DATABASE_URL ?? 'embedded')
    .digest('hex');
