import { type ChildProcess, spawn } from 'node:child_process';
import { lastWords } from './last-words.js';
import type { LogFile } from './log-file.js';

/** A part's message when it listens. */
export interface Ready {
  readonly port: number;
  readonly databaseUrl?: string;
  readonly redisUrl?: string;
}

export interface Program {
  readonly nodeOptions?: readonly string[] | undefined;
  /** A built `main.js`. */
  readonly entry: string;
  /** The port is 0 at first; after a restart it is the one that other parts know. */
  readonly environment: (port: number) => Readonly<Record<string, string>>;
}

/**
 * From how many bytes on an allocation is mapped by itself, how many free ones are kept, and how many heaps there are. As soon as a
 * large one was freed, glibc would raise the first two for good, and each thread would keep a heap of its own: what a flood took would
 * be left in pieces. The image sets the same.
 */
const allocation = {
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_ARENA_MAX: '1',
};

export const startProcess = (program: Program, port: number): ChildProcess =>
  spawn(
    process.execPath,
    ['--no-warnings', '--enable-source-maps', ...(program.nodeOptions ?? []), program.entry],
    {
      env: { ...allocation, ...program.environment(port) },
      // In its own session: Ctrl-C reaches only the launcher, which stops the parts in order.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );

interface End {
  readonly code: number | null;
  /** Why it ended. */
  readonly words: string;
  readonly wasReady: boolean;
}

interface Heard {
  readonly onReady: (ready: Ready) => void;
  /** Receives what the process tells an operator. */
  readonly say: (line: string) => void;
}

/** Follows a process from its start to its end, and writes its output to the log. */
export const endOf = (child: ChildProcess, log: LogFile, { onReady, say }: Heard): Promise<End> => {
  let wasReady = false;
  const complaint = listen(child, log);
  child.on('message', (message: { ready?: Ready; says?: string }) => {
    if (message.says !== undefined) say(message.says);
    if (message.ready === undefined) return;
    wasReady = true;
    onReady(message.ready);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      resolve({ code, words: complaint() || String(signal ?? code), wasReady }),
    );
  });
};

/** Characters of a part's output kept to explain why it ended. */
const kept = 16_000;

/** Writes all output to the log, and returns a function that explains why the part ended. */
const listen = (child: ChildProcess, log: LogFile): (() => string) => {
  let said = '';
  child.stdout?.on('data', log.write);
  child.stderr?.on('data', (chunk: Buffer) => {
    log.write(chunk);
    said = (said + chunk.toString()).slice(-kept);
  });
  return () => lastWords(said);
};
