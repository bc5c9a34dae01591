import { createHash } from 'node:crypto';
import type { Unready } from '@groundswell/platform';
import { loadDemo } from '../demo/load-demo.js';
import { type SignIns, signInsOf } from '../demo/sign-ins.js';
import { freePort } from '../infrastructure/free-port.js';
import { type Config, refuseDefaultsInProduction, refuseDemoDataInProduction } from './config.js';
import { refuseHeldDirectory, takeDataDirectory } from './data-directory.js';
import { type Instance, startInstance } from './instance.js';
import { noteOrSay } from './note.js';
import { operatorOf, type Setting, writeOperatorFile } from './operator.js';
import { gatewayUrl, httpUrl, publicUrl } from './plan/addresses.js';
import { planInstance } from './plan/plan.js';
import { refuseTakenPort } from './port.js';
import { watchReadiness } from './readiness-watch.js';
import { secretsOf } from './secrets.js';
import { settle } from './settle.js';

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

/**
 * Starts the whole instance and its demo.
 * @throws FatalFault with one line for the console; the function passed to `onStarted` stops whatever was started
 */
export const launch = async (options: LaunchOptions): Promise<Launched> => {
  const { inherited, say, onStarted } = options;
  refuseDefaultsInProduction(options.config);
  // First, since the port is then taken as well, and its message would not say by what.
  refuseHeldDirectory(options.config.DATA_DIR);
  await refuseTakenPort(options.config.HOST, options.config.PORT);
  // The services need the public address before the gateway listens on it.
  const config = { ...options.config, PORT: options.config.PORT || (await freePort()) };
  const directory = await takeDataDirectory(config.DATA_DIR);
  onStarted(async () => directory.release());
  refuseDemoDataInProduction(config, directory.path);
  const secrets = secretsOf(directory.path, config);
  const setting: Setting = { config, secrets, directory: directory.path, inherited };
  const times: [string, number][] = [];
  const onReady = (name: string, seconds: number) => times.push([name, seconds]);
  const plans = planInstance(config, secrets, directory.path);
  const instance = startInstance({ plans, directory, inherited, say, onReady });
  const stopped = new AbortController();
  onStarted(async () => {
    stopped.abort();
    await instance.stop();
    directory.release();
  });

  const withDemo = config.NODE_ENV !== 'production' && !config.WITHOUT_DEMO;
  const signIns = withDemo ? signInsOf(directory.path, config.DEMO_PASSWORD) : undefined;
  const begin = async () => {
    const demo = signIns ? loadInto(instance, setting, signIns, options, onReady) : 0n;
    const [book, position] = await Promise.all([instance.ready, demo]);
    noteOrSay(
      () => writeOperatorFile(setting, book),
      (code) => say(`operator.json could not be written (${code}): npm run ops does not find this instance`),
    );
    const settled = await settle(book, gatewayUrl(config), position);
    return { url: publicUrl(config), ...settled };
  };
  const { url, unready, ask } = await Promise.race([begin(), instance.broken]);
  noteOrSay(
    () => directory.announce(url),
    (code) => say(`the address could not be written to instance.lock (${code})`),
  );
  void watchReadiness({
    ask,
    known: unready,
    say,
    onAllReady: () => say(`ready on ${url}`),
    signal: stopped.signal,
  });
  return { url, dataDirectory: directory.path, signIns, times, unready, broken: instance.broken };
};

/** Loads the demo, once the command service listens. @returns the log position to read after */
const loadInto = async (
  instance: Instance,
  setting: Setting,
  signIns: SignIns,
  { say }: Pick<LaunchOptions, 'say'>,
  onReady: (name: string, seconds: number) => void,
): Promise<bigint> => {
  const book = await instance.part('command-service');
  const started = performance.now();
  const position = await loadDemo({
    directory: setting.directory,
    logName: logNameOf(setting.config),
    commandServiceUrl: httpUrl(book, 'command-service'),
    operator: operatorOf(setting, book),
    signIns,
    now: new Date(),
    say,
  });
  onReady('demo', (performance.now() - started) / 1_000);
  return position;
};

/** The log's name, without an address that may hold a password. */
const logNameOf = ({ EVENTSTORE_URL, DATABASE_URL }: Config): string =>
  createHash('sha256')
    .update(EVENTSTORE_URL ?? DATABASE_URL ?? 'embedded')
    .digest('hex');
