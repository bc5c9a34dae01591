import type { CheckResult } from '@groundswell/platform';
import type { JobQueue, RunningWorker } from '@groundswell/platform/queue';
import type { Owner } from '@groundswell/platform/read-store';
import { followLog, type StateTables } from '../shared/process-state/follow-log.js';
import { type AccountDesk, openAccountDesk } from './account-desk.js';
import type { BrokerStream } from './broker-listener/cursors.js';
import { EarlyMessages } from './broker-listener/early-messages.js';
import { type Own, runAsLeader } from './broker-listener/leader-election.js';
import { listen, type MessageHandling } from './broker-listener/listen.js';
import type { MoneyDependencies } from './dependencies.js';
import { openOnEvents } from './on-events.js';
import { moneyState } from './process-state/money-state.js';
import { releaseHolds } from './reconciliation/releases.js';
import { openRounds, type Rounds } from './reconciliation/rounds.js';
import { openSideWork } from './side-work.js';
import type { MoneyJob } from './steps/job-queue.js';
import { openPersonLocks } from './steps/person-locks.js';
import { openSweeps } from './steps/sweeps.js';
import { openTakingUp } from './steps/take-up.js';
import type { WorkOn } from './steps/work.js';
import { workOnPerson } from './steps/work-on-person.js';

/** The parts of a process that runs money, apart from its dependencies. */
export interface MoneyParts {
  readonly queue: JobQueue<MoneyJob>;
  /** Takes jobs from the queue and works on several people at a time. */
  readonly startWorker: (workOn: WorkOn) => RunningWorker;
  readonly openOwner: () => Promise<Owner>;
  readonly own: Own;
  readonly openTables: (desk: AccountDesk, signal: AbortSignal) => StateTables;
  /** Milliseconds that steps in progress get to finish at shutdown. */
  readonly grace: number;
}

export interface MoneyLoops {
  /** Whether the log is being followed, or why not, if known. */
  status(): { readonly following: boolean; readonly why: string | undefined };
  /** Since when each stream of the broker is connected. */
  readonly connected: ReadonlyMap<BrokerStream, Date | undefined>;
  /** Gives steps a while to finish, then aborts them. The next worker finds out what became of them. */
  close(): Promise<void>;
}

/** The loops' state for the health check. */
export const readinessOf = (loops: MoneyLoops): Pick<CheckResult, 'ready' | 'why'> => {
  const { following, why } = loops.status();
  return { ready: following, ...(why === undefined ? {} : { why }) };
};

/** Works on people, one step after another for each; work in progress can be aborted. */
const openWork = (
  dependencies: MoneyDependencies,
  { openOwner }: Pick<MoneyParts, 'openOwner'>,
  desk: AccountDesk,
  isFollowing: () => boolean,
) => {
  const givenUp = new AbortController();
  const locks = openPersonLocks(openOwner, givenUp.signal, dependencies);
  /**
   * While the log is not being followed, it may be an older one that knows less than the broker, so nothing is
   * sent.
   */
  const workOn: WorkOn = async (userId) =>
    isFollowing()
      ? locks.run(userId, (ending) => workOnPerson(dependencies, desk, userId, ending))
      : undefined;
  return { workOn, giveUp: () => givenUp.abort(new Error('the process ends')), close: () => locks.close() };
};

/** Listens to the broker and compares people with it. Only one process does so at a time. */
const followBroker = (
  handling: MessageHandling,
  own: Own,
  rounds: Rounds,
  releases: (leading: AbortSignal) => Promise<void>,
  connected: Map<BrokerStream, Date | undefined>,
  onLeading: (leads: boolean) => void,
  signal: AbortSignal,
): Promise<void> =>
  runAsLeader(own, handling.dependencies, signal, async (leading) => {
    const ended = (): void => onLeading(false);
    leading.addEventListener('abort', ended, { once: true });
    onLeading(true);
    const onConnected = (stream: BrokerStream, since: Date | undefined) => void connected.set(stream, since);
    const listening = { ...handling, compareAll: rounds.begin, onConnected };
    try {
      await Promise.all([listen(listening, leading), rounds.run(leading), releases(leading)]);
    } finally {
      ended();
      connected.clear();
    }
  });

/** Follows the log and carries requests to the broker; listens to the broker and records what it reports. */
export const runMoney = (dependencies: MoneyDependencies, parts: MoneyParts): MoneyLoops => {
  const { store, eventStore, log, now, newId, alarm } = dependencies;
  const { queue, own, grace } = parts;
  const stopped = new AbortController();
  const { signal } = stopped;
  let following = false;
  let stoppedBy: string | undefined;
  const isFollowing = (): boolean => following;
  const desk = openAccountDesk(eventStore, now, newId, dependencies);
  const sideWork = openSideWork(log, signal);
  const rounds = openRounds(dependencies, desk, isFollowing);
  const releases = (leading: AbortSignal) => releaseHolds(dependencies, desk, isFollowing, leading);
  const work = openWork(dependencies, parts, desk, isFollowing);
  let leads = false;
  const takingUp = openTakingUp(queue, sideWork, work.workOn, () => leads);
  const sweeps = openSweeps(dependencies, queue, isFollowing, takingUp.has);
  const onLeading = (state: boolean): void => {
    leads = state;
    // What the last leader left behind.
    if (state) sweeps.begin();
  };
  const worker = parts.startWorker(work.workOn);
  const connected = new Map<BrokerStream, Date | undefined>();
  const hurryUp = async (userId: string): Promise<void> => {
    if (await store.hurry(userId, now())) await work.workOn(userId);
  };
  const handling: MessageHandling = {
    dependencies,
    desk,
    early: new EarlyMessages(),
    compare: rounds.ask,
    hurry: (userId) => sideWork.begin('finding out', () => hurryUp(userId)),
  };
  const running = Promise.all([
    followLog({
      tables: parts.openTables(desk, signal),
      eventStore,
      log,
      signal,
      model: moneyState,
      pausing: dependencies,
      ...openOnEvents(handling, queue, takingUp.takeUp, sideWork, signal),
      onState(state, fault) {
        if (!state) dependencies.accounts.forget();
        following = state;
        stoppedBy = fault;
        if (state) sweeps.begin();
      },
    }),
    sweeps.run(signal),
    followBroker(handling, own, rounds, releases, connected, onLeading, signal),
  ]);
  return {
    status: () => ({ following, why: stoppedBy }),
    connected,
    async close() {
      stopped.abort();
      const inTime = alarm(grace, work.giveUp);
      await Promise.all([running, worker.close()]);
      await sideWork.ended();
      inTime();
      await queue.close();
      await work.close();
    },
  };
};
