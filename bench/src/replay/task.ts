import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What one process measures. */
export interface Task {
  readonly kind: 'bare catch-up' | 'rebuild';
  readonly eventStoreUrl: string;
  readonly databaseUrl: string;
  /** Names; all when left out. */
  readonly readModels?: readonly string[] | undefined;
  /** Position up to which the log is read: of one of its events. */
  readonly until: string;
}

export interface Measured {
  readonly events: number;
  readonly seconds: number;
  /** Seconds of a processor that PostgreSQL took meanwhile, its writers included. */
  readonly inPostgresql?: number;
  /** The most memory that was held in the first half of the log. */
  readonly halfwayMiB?: number;
}

/** With the seconds of a processor that the process took, and the most memory that it ever held. */
export interface MeasuredProcess extends Measured {
  readonly peakMiB: number;
  readonly here: number;
}

const entry = fileURLToPath(new URL('contestant/main.js', import.meta.url));

/** Measures in a fresh process. With PROFILE_DIR set it leaves a CPU profile there. */
export const inProcess = async (task: Task): Promise<MeasuredProcess> => {
  const profiling =
    process.env.PROFILE_DIR === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${process.env.PROFILE_DIR}`];
  const child = fork(entry, { execArgv: ['--no-warnings', ...profiling], serialization: 'json' });
  const ended = once(child, 'exit');
  const answer = new Promise<MeasuredProcess>((resolve) => {
    child.on('message', (message: { measured: MeasuredProcess }) => resolve(message.measured));
  });
  child.send(task);
  const measured = await Promise.race([answer, ended.then(() => undefined)]);
  if (!measured) throw new Error(`${task.kind} failed`);
  await ended;
  return measured;
};

export const rateOf = ({ events, seconds }: Measured): number => events / seconds;

/** One measurement out of several of the same work: their mean, and the most memory that any of them held. */
export const meanOf = (measured: readonly MeasuredProcess[]): MeasuredProcess => {
  const mean = (of: (one: MeasuredProcess) => number): number =>
    measured.reduce((sum, one) => sum + of(one), 0) / measured.length;
  return {
    events: mean(({ events }) => events),
    seconds: mean(({ seconds }) => seconds),
    inPostgresql: mean(({ inPostgresql = 0 }) => inPostgresql),
    halfwayMiB: Math.max(...measured.map(({ halfwayMiB = 0 }) => halfwayMiB)),
    here: mean(({ here }) => here),
    peakMiB: Math.max(...measured.map(({ peakMiB }) => peakMiB)),
  };
};
