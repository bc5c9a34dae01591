import type { Log } from '@groundswell/platform';
import { openAccounts } from '../../../shared/accounts.js';
import { type MoneyLoops, runMoney } from '../../run-money.js';
import { openDoubts } from '../../transfers/doubts.js';
import type { Node } from './loop.js';
import type { World } from './world.js';

const second = 1_000;
const minute = 60 * second;

const nothing = (): void => undefined;
const silent = { warn: nothing, error: nothing, info: nothing, debug: nothing } as unknown as Log;

interface Process {
  readonly node: Node;
  readonly loops: MoneyLoops;
}

/** The worker processes, which die, go silent and come back. */
export class Workers {
  readonly #processes: (Process | undefined)[] = [];
  #lives = 0;
  #ids = 0;

  constructor(
    private readonly world: World,
    readonly count: number,
  ) {}

  begin(): void {
    for (let place = 0; place < this.count; place += 1) this.#start(place);
  }

  #start(place: number): void {
    const { loop, log, tables, locks, jobs, vault, wire, plan } = this.world;
    this.#lives += 1;
    const node: Node = { name: `w${place}.${this.#lives}`, state: 'running', held: [] };
    const skew = plan.skews[place] ?? 0;
    const startedAt = loop.now - 1_000;
    const now = (): Date => new Date(loop.now + skew);
    const monotonic = (): number => loop.now - startedAt;
    const eventStore = log.seenBy(node);
    const loops = runMoney(
      {
        store: tables.seenBy(node),
        eventStore,
        accounts: openAccounts(eventStore),
        vault: vault.seenBy(node),
        broker: wire.seenBy(node, now),
        settings: {
          timeout: plan.timeout,
          doubt: plan.doubt,
          patience: { first: second, most: 10 * minute, parkAfter: plan.parkAfter },
          reconcileEvery: plan.reconcileEvery,
          reconcileAllEvery: 12 * 60 * minute,
          sweepEvery: plan.sweepEvery,
        },
        ...{ log: silent, now, monotonic, doubts: openDoubts(monotonic) },
        pause: loop.pauseOf(node),
        alarm: (milliseconds, ring) => loop.at(node, milliseconds, 'alarm', ring),
        random: () => loop.chance.next(),
        newId: () => {
          this.#ids += 1;
          return `${node.name}-${this.#ids}`;
        },
      },
      {
        queue: jobs.queueOf(node),
        startWorker: (workOn) => jobs.start(node, workOn, now),
        openOwner: locks.openOwner(node),
        own: locks.own(node),
        openTables: () => tables.stateOf(node),
        grace: 2 * second,
      },
    );
    this.#processes[place] = { node, loops };
  }

  #startLater(place: number, milliseconds: number): void {
    this.world.loop.at(undefined, milliseconds, `start w${place}`, () => {
      if (!this.#processes[place]) this.#start(place);
    });
  }

  #bury(place: number, { node }: Process): void {
    const { loop, jobs, locks } = this.world;
    loop.kill(node);
    jobs.lose(node);
    locks.lose(node, 0);
    if (this.#processes[place]?.node === node) this.#processes[place] = undefined;
  }

  crash(place: number, milliseconds: number): void {
    const process = this.#processes[place];
    if (!process) return;
    this.#bury(place, process);
    this.#startLater(place, milliseconds);
  }

  /** Shuts down gracefully. If that hangs, the process is killed after a while. */
  close(place: number, milliseconds: number): void {
    const process = this.#processes[place];
    if (process?.node.state !== 'running') return;
    this.#processes[place] = undefined;
    const bury = (): void => this.#bury(place, process);
    process.loops.close().then(bury, bury);
    this.world.loop.at(undefined, 10 * second, 'kill', bury);
    this.#startLater(place, Math.max(milliseconds, 11 * second));
  }

  /** Goes silent and later continues as if nothing had happened. Its sessions are ended meanwhile. */
  stop(place: number, milliseconds: number): void {
    const node = this.#processes[place]?.node;
    if (node?.state !== 'running') return;
    const { loop, jobs, locks, reached } = this.world;
    loop.stop(node);
    jobs.stall(node);
    const lose = loop.at(undefined, 6 * second, 'end sessions', () => locks.lose(node, 0));
    loop.at(undefined, milliseconds, `go on ${node.name}`, () => {
      lose();
      if (milliseconds > 6 * second && node.state === 'stopped')
        reached('a stopped worker went on after its locks were lost');
      loop.goOn(node);
      jobs.wake();
    });
  }

  loseLocks(place: number): void {
    const process = this.#processes[place];
    if (process) this.world.locks.lose(process.node, this.world.loop.chance.below(5 * second));
  }

  /** Resumes all stopped processes and restarts dead ones. */
  heal(): void {
    const { loop, jobs } = this.world;
    for (const [place, process] of this.#processes.entries()) {
      if (process) loop.goOn(process.node);
      else this.#startLater(place, second);
    }
    jobs.wake();
  }
}
