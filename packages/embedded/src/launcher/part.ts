import type { ChildProcess } from 'node:child_process';
import { delayAfter } from '@groundswell/domain/back-off';
import { FatalFault, fatalExitCode, realPause } from '@groundswell/platform';
import { isRunning, stopChild } from '../infrastructure/processes.js';
import type { LogFile } from './log-file.js';
import { endOf, type Program, type Ready, startProcess } from './part-process.js';

export interface PartOptions extends Program {
  readonly name: string;
  readonly log: LogFile;
  /** Prints a line to the console. */
  readonly say: (line: string) => void;
  readonly onSpawn: (pid: number) => void;
}

export interface Part {
  /** Resolves when it first listens; rejects with a FatalFault when it never will. */
  readonly ready: Promise<Ready>;
  /** Rejects on a later fault that a restart cannot fix; never resolves. */
  readonly broken: Promise<never>;
  readonly stop: () => Promise<void>;
}

const triesBeforeReady = 3;
/** A part that ran this long is restarted at once, whatever happened before. */
const healthyFor = 30_000;

/** Back-off in milliseconds before a restart; shorter if the part was ready, since the cause was external. */
const pauseAfter = (failures: number, wasReady: boolean): number =>
  delayAfter(failures, { first: 200, most: wasReady ? 1_600 : 10_000 });

/** Runs a part as a separate process, and restarts it with growing pauses when it ends unexpectedly. */
export const runPart = (options: PartOptions): Part => {
  const ready = deferred<Ready>();
  const broken = deferred<never>();
  const stopping = new AbortController();
  let child: ChildProcess | undefined;
  let known: Ready | undefined;

  const runOnce = () => {
    child = startProcess(options, known?.port ?? 0);
    if (child.pid !== undefined) options.onSpawn(child.pid);
    const onReady = (listening: Ready) => {
      known = listening;
      ready.resolve(listening);
    };
    return endOf(child, options.log, { onReady, say: options.say });
  };

  const giveUp = (words: string): void => {
    const fault = new FatalFault(`${options.name}: ${words}`);
    ready.reject(fault);
    broken.reject(fault);
  };

  const keepRunning = async (): Promise<void> => {
    let failures = 0;
    while (!stopping.signal.aborted) {
      const started = performance.now();
      const { code, words, wasReady } = await runOnce();
      if (stopping.signal.aborted) return;
      failures = performance.now() - started > healthyFor ? 1 : failures + 1;
      if (code === fatalExitCode) return giveUp(words);
      if (known === undefined && failures === triesBeforeReady)
        return giveUp(`${words} (see ${options.log.path})`);
      const pause = pauseAfter(failures, wasReady);
      options.say(`${options.name} ended (${words}); it restarts in ${(pause / 1_000).toFixed(1)} s`);
      await realPause(pause, stopping.signal);
    }
  };

  const running = keepRunning().catch((error: Error) => giveUp(error.message));
  const stop = async (): Promise<void> => {
    stopping.abort();
    if (child !== undefined && isRunning(child)) await stopChild(child, 'SIGTERM', 'SIGKILL', 10_000);
    await running;
    options.log.close();
  };
  let stopped: Promise<void> | undefined;
  // Callers that wait get the error; no one has to wait.
  ready.promise.catch(() => undefined);
  broken.promise.catch(() => undefined);
  return {
    ready: ready.promise,
    broken: broken.promise,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
};

const deferred = <Value>() => {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (fault: Error) => void = () => undefined;
  const promise = new Promise<Value>((settle, fail) => {
    resolve = settle;
    reject = fail;
  });
  return { promise, resolve, reject };
};
