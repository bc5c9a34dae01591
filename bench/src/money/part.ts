import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

interface Ready {
  readonly port: number;
  readonly databaseUrl?: string;
  readonly redisUrl?: string;
}

export interface PartOptions {
  readonly name: string;
  /** Path of the built entry. */
  readonly entry: string;
  /** @param port the one it listened on before; 0 the first time */
  readonly environment: (port: number) => Readonly<Record<string, string>>;
  /** File that keeps what it says. */
  readonly logFile: string;
  /** Whether its wall clock can be set wrong. */
  readonly hasOwnClock?: boolean;
  /** Ends what dies with it on a real machine, when it is killed. */
  readonly onKill?: () => void;
}

/** Starts a part of an instance by its name. */
export type StartPart = (name: string, options: Omit<PartOptions, 'name' | 'logFile'>) => Promise<Part>;

/** Milliseconds in which it has to start: PostgreSQL, which it needs, may have much to recover first. */
const patience = 120_000;

/** A process of the instance that is killed and comes back on the same port, as under a supervisor. */
export class Part {
  private child: ChildProcess | undefined;
  private ended: Promise<unknown> = Promise.resolve();
  private wanted = false;
  private ready: Ready = { port: 0 };
  private underWay: Promise<void> = Promise.resolve();
  private clock = 0;
  /** How often it ended without being killed. */
  endedByItself = 0;

  constructor(private readonly options: PartOptions) {}

  get port(): number {
    return this.ready.port;
  }

  get announced(): Ready {
    return this.ready;
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  async start(): Promise<void> {
    this.wanted = true;
    const deadline = performance.now() + patience;
    while (this.wanted) {
      if (await this.launch()) return;
      if (performance.now() > deadline)
        throw new Error(`${this.options.name} does not start: see ${this.options.logFile}`);
      await pause(200);
    }
  }

  /** Sends SIGKILL, and starts it again after a while. Concurrent callers wait for the same restart. */
  kill(down: number): Promise<void> {
    this.underWay = this.underWay.then(async () => {
      this.wanted = false;
      this.options.onKill?.();
      this.child?.kill('SIGKILL');
      await this.ended;
      await pause(down);
      await this.start();
    });
    return this.underWay;
  }

  /** Freezes it, and lets it continue after a while as if no time had passed. */
  freeze(milliseconds: number): Promise<void> {
    this.underWay = this.underWay.then(async () => {
      const { child } = this;
      child?.kill('SIGSTOP');
      await pause(milliseconds);
      child?.kill('SIGCONT');
    });
    return this.underWay;
  }

  /** Milliseconds by which its wall clock is wrong, and that of the process that replaces it. */
  setClock(offset: number): void {
    this.clock = offset;
    if (this.child?.connected) this.child.send({ clock: offset }, () => undefined);
  }

  /** Gives it a command line, and waits for the exit code. @throws when it is not running, or ends before that */
  async carryOut(words: readonly string[]): Promise<number> {
    const { child } = this;
    const ended = `${this.options.name} ended during ${words.join(' ')}`;
    if (!child?.connected) throw new Error(ended);
    const id = randomUUID();
    const heard = new AbortController();
    const code = new Promise<number>((resolve) => {
      child.on('message', function hear({ answers, code }: { answers?: string; code?: number }) {
        if (answers !== id) return;
        child.off('message', hear);
        resolve(code ?? 0);
      });
    });
    const end = once(child, 'close', { signal: heard.signal }).then(() => undefined);
    end.catch(() => undefined);
    child.send({ id, words }, () => undefined);
    const answer = await Promise.race([code, end]);
    heard.abort();
    if (answer === undefined) throw new Error(ended);
    return answer;
  }

  /** From now on it is no longer started again. */
  dismiss(): void {
    this.wanted = false;
  }

  async stop(): Promise<void> {
    this.dismiss();
    await this.underWay.catch(() => undefined);
    // A strike that was under way has brought it back.
    this.dismiss();
    this.child?.kill('SIGTERM');
    const late = setTimeout(() => this.child?.kill('SIGKILL'), 10_000);
    await this.ended;
    clearTimeout(late);
  }

  /** @returns whether it became ready */
  private async launch(): Promise<boolean> {
    const { entry, environment, logFile, hasOwnClock } = this.options;
    const clock = hasOwnClock ? ['--import', wrongClock] : [];
    const child = spawn(process.execPath, ['--no-warnings', ...clock, ...profiling(), entry], {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        HOST: '127.0.0.1',
        CLOCK_OFFSET: String(this.clock),
        ...environment(this.port),
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const file = createWriteStream(logFile, { flags: 'a' });
    child.stdout?.pipe(file, { end: false });
    child.stderr?.pipe(file, { end: false });
    this.child = child;
    const end = once(child, 'close').then(() => file.end());
    this.ended = end;
    const late = setTimeout(() => child.kill('SIGKILL'), patience);
    const ready = await Promise.race([announcement(child), end.then(() => undefined)]);
    clearTimeout(late);
    if (ready === undefined) return false;
    this.ready = { ...ready, port: this.port || ready.port };
    void end.then(() => this.comeBack(child));
    return true;
  }

  /** A supervisor starts again what ended. */
  private async comeBack(child: ChildProcess): Promise<void> {
    if (!this.wanted || this.child !== child) return;
    this.endedByItself += 1;
    this.underWay = this.underWay.then(() =>
      this.child === child && this.wanted ? this.start() : undefined,
    );
    await this.underWay;
  }
}

/** `import.meta.url` is in `dist` or in `src`, where a spec runs it. */
const wrongClock = new URL('../../dist/money/clock/main.js', import.meta.url).href;

/** With PROFILE_DIR set, every part writes a CPU profile there when it ends by SIGTERM. */
const profiling = (): readonly string[] =>
  process.env.PROFILE_DIR === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${process.env.PROFILE_DIR}`];

const announcement = (child: ChildProcess): Promise<Ready> =>
  new Promise((resolve) => {
    child.on('message', (message: { readonly ready?: Ready }) => {
      if (message.ready !== undefined) resolve(message.ready);
    });
  });
