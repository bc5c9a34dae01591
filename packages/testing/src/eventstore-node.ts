import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type StartedPart, whenReady } from './start-part.js';

/** A program that runs a node of EventStoreDB for tests, in place of our event store. Undefined: they run on ours. */
export const nodeProgram = process.env.TEST_EVENTSTORE;
/** A given store on which tests run instead of starting one; the person who runs them ends and freezes it. */
export const givenStore = process.env.EVENTSTORE_URL;
/** Whether tests run on our event store: only its log is in a database, where they can change it, and it has our users. */
export const onOurStore = nodeProgram === undefined && givenStore === undefined;

/** Below what systems give to connections on their way out: those would take a port before the node listens on it. */
const ports = { first: 20_000, behind: 32_768 };

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

const freePort = async (): Promise<number> => {
  const port = randomInt(ports.first, ports.behind);
  return (await isFree(port)) ? port : freePort();
};

const run = (program: string, directory: string, port: number): ChildProcess => {
  // A node takes each variable that begins with EVENTSTORE_ for an option of its own.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('EVENTSTORE_'));
  const child = spawn(program, {
    env: { ...Object.fromEntries(inherited), PORT: String(port), DATA_DIR: directory },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A test that gives up on it must not leave it running.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return child;
};

/**
 * Starts a node on the log in a directory, and waits until it accepts writes. The program gets PORT, on
 * 127.0.0.1 and without TLS, and DATA_DIR; it runs until SIGTERM.
 * @param port its former port; a free one unless given
 * @throws when it ends before that, with its output
 */
export const startNode = async (program: string, directory: string, port = 0): Promise<StartedPart> => {
  const chosen = port || (await freePort());
  const child = run(program, directory, chosen);
  return whenReady(child, 'eventstore-node', answers(child, chosen));
};

/** Resolves with the port once the node takes writes; never when it ends before that. */
const answers = async (child: ChildProcess, port: number): Promise<number> => {
  // A node says that it lives before it leads.
  const gossip = await fetch(`http://127.0.0.1:${port}/gossip`).then(
    (answer) => answer.text(),
    () => '',
  );
  if (/"state":\s*"Leader"/.test(gossip)) return port;
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
    return new Promise(() => {});
  }
  await pause(100);
  return answers(child, port);
};

export const addressOf = ({ port }: StartedPart): string => `esdb://127.0.0.1:${port}?tls=false`;

/** Bytes before the first record of a node's log, and of the lengths around each record. */
const ofHeader = 128;
const ofLengths = 8;

/**
 * Drops what comes after an event from the log of a stopped node, as restoring an older copy does, or all of it when
 * there is no such event. A node that finds truncate.chk shortens its log to what that says, and ends.
 */
export const cutLog = async (program: string, directory: string, position: bigint): Promise<void> => {
  if (position === 0n) return rm(directory, { recursive: true });
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  const path = (name: string) => join(directory, names.find((found) => basename(found) === name) ?? name);
  const length = readFileSync(path('chunk-000000.000000')).readInt32LE(ofHeader + Number(position));
  const end = Buffer.alloc(8);
  end.writeBigInt64LE(position + BigInt(length + ofLengths));
  writeFileSync(path('truncate.chk'), end);
  const node = run(program, directory, await freePort());
  for (const stream of [node.stdout, node.stderr]) stream?.resume();
  await once(node, 'exit');
};
