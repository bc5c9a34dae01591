import type { CheckResult } from '@groundswell/platform';
import { createQueue, Postponed, startWorker } from '@groundswell/platform/queue';
import { followBook, prepareBook } from '../shared/book/follow-book.js';
import { type AccountDesk, openAccountDesk } from './account-desk.js';
import { moneyBook } from './book/money-book.js';
import { releaseHolds } from './comparing/releases.js';
import { openRounds, type Rounds } from './comparing/rounds.js';
import { detailOf } from './health-detail.js';
import { EarlyMessages } from './hearing/early-messages.js';
import type { BrokerStream } from './hearing/heard.js';
import { lead } from './hearing/lead.js';
import { type Hearing, listen } from './hearing/listen.js';
import { openOnEvents } from './on-events.js';
import { prepareOwnTables } from './own-tables.js';
import { openSideWork } from './side-work.js';
import { type MoneyJob, queueName } from './steps/job-queue.js';
import { openPersonLocks } from './steps/person-locks.js';
import { openSweeps } from './steps/sweeps.js';
import { hurry } from './steps/troubles.js';
import { workOnPerson } from './steps/work-on-person.js';
import type { MoneySurroundings } from './surroundings.js';
import { findSentBeforeRestore } from './transfers/sent-before-restore.js';

export interface MoneyOptions extends MoneySurroundings {
  readonly redisUrl: string;
  /** Keeps several houses on one Redis apart. */
  readonly prefix?: string;
  /** Milliseconds for steps that are under way to end by themselves when the process does. */
  readonly grace?: number;
}

export interface RunningMoney {
  /** Ready while the log is being read; with what somebody may want to look at. */
  check(): Promise<CheckResult>;
  /** Lets steps end for a while, then gives them up: whoever comes next finds out what became of them. */
  close(): Promise<void>;
}

/** Steps at a time in this process. Most of the time they wait for the broker. */
const concurrency = 16;

/**
 * Milliseconds after which a job of a worker that died is handed to another; a second delivery beside a worker that only
 * seemed dead waits for the lock on the person, and finds nothing left to do.
 */
const redelivery = 5_000;

/** When there is something to be done again for a person; undefined when nothing waits by itself. */
type WorkOn = (userId: string) => Promise<Date | undefined>;

/** Takes jobs from the queue and works on their people, several at a time. */
const startStepWorker = (options: MoneyOptions, workOn: WorkOn) =>
  startWorker<MoneyJob>(queueName, {
    ...options,
    concurrency,
    lockDuration: redelivery,
    async handle({ data: { userId } }) {
      const next = await workOn(userId);
      if (next) throw new Postponed(Math.max(1, next.getTime() - options.now().getTime()));
    },
  });

/** Work on people, one step of theirs after the other; what is under way can be given up. */
const openWork = (options: MoneyOptions, desk: AccountDesk, isFollowing: () => boolean) => {
  const locks = openPersonLocks(options.database);
  const givenUp = new AbortController();
  /** While the log is not followed it may be an older one, which knows less than the broker: nothing is sent over it. */
  const workOn: WorkOn = async (userId) =>
    isFollowing()
      ? locks.run(userId, givenUp.signal, (ending) => workOnPerson(options, desk, userId, ending))
      : undefined;
  return { workOn, giveUp: () => givenUp.abort(new Error('the process ends')), close: () => locks.close() };
};

/** Listens to the broker and compares people with it, in one process at a time. */
const hearBroker = (
  hearing: Hearing,
  rounds: Rounds,
  releases: (leading: AbortSignal) => Promise<void>,
  connected: Map<BrokerStream, Date | undefined>,
  signal: AbortSignal,
): Promise<void> =>
  lead(hearing.surroundings, signal, async (leading) => {
    const onConnected = (stream: BrokerStream, since: Date | undefined) => void connected.set(stream, since);
    const listening = { ...hearing, compareAll: rounds.begin, onConnected };
    await Promise.all([listen(listening, leading), rounds.run(leading), releases(leading)]).finally(() =>
      connected.clear(),
    );
  });

/** Follows the log and brings what people ask for to the broker; listens to the broker and brings it to the log. */
export const startMoney = async (options: MoneyOptions): Promise<RunningMoney> => {
  const { database, eventStore, log, now, grace = 2_000 } = options;
  await prepareBook(database, moneyBook);
  await prepareOwnTables(database);
  const stopped = new AbortController();
  const { signal } = stopped;
  let following = false;
  /** Why the log is not followed, where that is known. */
  let stoppedBy: string | null = null;
  const isFollowing = (): boolean => following;
  const desk = openAccountDesk(eventStore, now, options.newId);
  const queue = createQueue<MoneyJob>(queueName, options);
  const sideWork = openSideWork(log, signal);
  const sweeps = openSweeps(options, queue, isFollowing);
  const rounds = openRounds(options, desk, isFollowing);
  const releases = (leading: AbortSignal) => releaseHolds(options, desk, isFollowing, leading);
  const work = openWork(options, desk, isFollowing);
  const worker = startStepWorker(options, work.workOn);
  const connected = new Map<BrokerStream, Date | undefined>();
  const hurryUp = async (userId: string): Promise<void> => {
    if (await hurry(database, userId, now())) await work.workOn(userId);
  };
  const hearing: Hearing = {
    surroundings: options,
    desk,
    early: new EarlyMessages(),
    compare: rounds.ask,
    hurry: (userId) => sideWork.begin('finding out', () => hurryUp(userId)),
  };
  const running = Promise.all([
    followBook({
      ...options,
      book: moneyBook,
      signal,
      onRestored: (read) => findSentBeforeRestore(options, desk, read, signal),
      ...openOnEvents(hearing, queue, sideWork, signal),
      onState(state, fault) {
        following = state;
        stoppedBy = fault ?? null;
        if (state) sweeps.begin();
      },
    }),
    sweeps.run(signal),
    hearBroker(hearing, rounds, releases, connected, signal),
  ]);
  return {
    check: async () => ({
      ready: following,
      detail: await detailOf(options, connected, queue),
      ...(stoppedBy ? { why: stoppedBy } : {}),
    }),
    async close() {
      stopped.abort();
      const late = setTimeout(work.giveUp, grace);
      await Promise.all([running, worker.close()]);
      await sideWork.ended();
      clearTimeout(late);
      await queue.close();
      await work.close();
    },
  };
};
