import { delayAfter } from '@groundswell/domain/back-off';
import { type JobQueue, QueueUnavailable, type RunningWorker } from '@groundswell/platform/queue';
import type { MoneyJob } from '../../steps/job-queue.js';
import type { WorkOn } from '../../steps/work.js';
import type { SimContext } from './context.js';
import type { Node } from './loop.js';

/** The queue's `AddOptions.attempts`, and its pauses in milliseconds, starting before the second attempt. */
const mostAttempts = 8;
const pauses = { first: 1_000, most: 64_000 };
/** Milliseconds after which a dead worker's job is redelivered. */
const redelivery = 5_000;

interface Job {
  readonly id: string;
  readonly userId: string;
  attempts: number;
  /** The process working on it. */
  holder: Node | undefined;
}

interface Worker {
  readonly node: Node;
  readonly workOn: WorkOn;
  now: () => Date;
  isOpen: boolean;
  running: number;
  ended: () => void;
}

/** A queue that delivers at least once and may lose everything. */
export class SimJobs {
  #jobs = new Map<string, Job>();
  readonly #workers = new Map<Node, Worker>();
  readonly #idle: Job[] = [];

  constructor(private readonly world: Pick<SimContext, 'loop' | 'faults' | 'reached'>) {}

  queueOf(node: Node): JobQueue<MoneyJob> {
    return {
      add: ({ id, data: { userId } }) =>
        this.world.faults.ask(
          node,
          'queue',
          'enqueue',
          () => {
            if (this.#jobs.has(id)) return;
            const job: Job = { id, userId, attempts: 0, holder: undefined };
            this.#jobs.set(id, job);
            this.#offer(job, 0);
          },
          {
            before: () => new QueueUnavailable('simulated'),
            after: () => new QueueUnavailable('simulated'),
          },
        ),
      schedule: async () => undefined,
      counts: async () => ({}),
      close: async () => undefined,
    };
  }

  /** Deletes everything in Redis. */
  empty(): void {
    if (this.#jobs.size > 0) this.world.reached('the queue was emptied with work in it');
    this.#jobs = new Map();
  }

  #offer(job: Job, milliseconds: number): void {
    this.world.loop.soon(undefined, `job ${job.id}`, () => this.#deliver(job), milliseconds);
  }

  #deliver(job: Job): void {
    if (this.#jobs.get(job.id) !== job) return;
    const open = [...this.#workers.values()].filter(({ node, isOpen }) => isOpen && node.state === 'running');
    if (open.length === 0) {
      this.#idle.push(job);
      return;
    }
    const worker = this.world.loop.chance.one(open);
    job.holder = worker.node;
    this.world.loop.soon(worker.node, `work ${job.id}`, () => void this.#run(worker, job));
    if (this.world.faults.happens('redelivery')) {
      this.world.reached('a job was delivered while another worker was at it');
      this.#offer(job, this.world.faults.latency());
    }
  }

  /** A worker went silent. Its jobs are redelivered unless it comes back in time. */
  stall(node: Node): void {
    for (const job of this.#jobs.values()) {
      if (job.holder !== node) continue;
      this.world.loop.soon(
        undefined,
        'stalled',
        () => {
          if (job.holder === node && node.state !== 'running') this.#deliver(job);
        },
        redelivery,
      );
    }
  }

  async #run(worker: Worker, job: Job): Promise<void> {
    worker.running += 1;
    const end = (what: string, act: () => void): void => {
      worker.running -= 1;
      if (!worker.isOpen && worker.running === 0) worker.ended();
      // Only the current holder's outcome counts.
      this.world.loop.soon(undefined, `job ${what}`, () => {
        if (this.#jobs.get(job.id) !== job || job.holder !== worker.node) return;
        job.holder = undefined;
        act();
      });
    };
    try {
      const next = await worker.workOn(job.userId);
      if (next) {
        const pause = Math.max(1, next.getTime() - worker.now().getTime());
        end('postponed', () => this.#offer(job, pause));
      } else end('ended', () => this.#jobs.delete(job.id));
    } catch {
      end('failed', () => {
        job.attempts += 1;
        if (job.attempts >= mostAttempts) this.#jobs.delete(job.id);
        else this.#offer(job, delayAfter(job.attempts, pauses));
      });
    }
  }

  /** @param now by the clock of the process */
  start(node: Node, workOn: WorkOn, now: () => Date): RunningWorker {
    const worker: Worker = { node, workOn, now, isOpen: true, running: 0, ended: () => undefined };
    this.#workers.set(node, worker);
    this.wake();
    return {
      close: () =>
        new Promise((resolve) => {
          worker.isOpen = false;
          this.#workers.delete(node);
          worker.ended = resolve;
          if (worker.running === 0) resolve();
        }),
    };
  }

  /** A worker is back: jobs that no one could take are offered again. */
  wake(): void {
    for (const job of this.#idle.splice(0)) this.#offer(job, 0);
  }

  /** A process died and takes no more jobs. */
  lose(node: Node): void {
    this.#workers.delete(node);
    this.stall(node);
  }
}
