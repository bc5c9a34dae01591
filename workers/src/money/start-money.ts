import { setTimeout as pause } from 'node:timers/promises';
import { idOfStream } from '@groundswell/contracts';
import type { CheckResult } from '@groundswell/platform';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import { createQueue, Postponed, QueueUnavailable, startWorker } from '@groundswell/platform/queue';
import { followBook, prepareBook } from '../shared/book/follow-book.js';
import { openAccountDesk } from './account-desk.js';
import { moneyBook } from './book/money-book.js';
import { openedStep } from './book/opened-step.js';
import { openRounds } from './comparing/rounds.js';
import { detailOf } from './health-detail.js';
import { EarlyMessages } from './hearing/early-messages.js';
import type { BrokerStream } from './hearing/heard.js';
import { lead } from './hearing/lead.js';
import { dealWithFunding, listen } from './hearing/listen.js';
import { prepareOwnTables } from './own-tables.js';
import { enqueue, type MoneyJob, queueName } from './steps/job-queue.js';
import { openPersonLocks } from './steps/person-locks.js';
import { stepIdOf } from './steps/step.js';
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

/** What an accepted application, link or transfer is called at the broker. */
const brokerIdIn = ({ type, data }: RecordedEvent): string | undefined => {
  if (type === 'ApplicationAccepted') return data.brokerAccountId;
  if (type === 'BankLinkAccepted') return data.relationshipId;
  return type === 'TransferAccepted' ? data.brokerTransferId : undefined;
};

/** Follows the log and brings what people ask for to the broker; listens to the broker and brings it to the log. */
export const startMoney = async (options: MoneyOptions): Promise<RunningMoney> => {
  const { database, eventStore, log, now, settings, grace = 2_000 } = options;
  await prepareBook(database, moneyBook);
  await prepareOwnTables(database);
  const desk = openAccountDesk(eventStore, now);
  const locks = openPersonLocks(database);
  const rounds = openRounds(options, desk);
  const queue = createQueue<MoneyJob>(queueName, options);
  const early = new EarlyMessages();
  const connected = new Map<BrokerStream, Date | undefined>();
  const stopped = new AbortController();
  const givenUp = new AbortController();
  const { signal } = stopped;
  const underWay = new Set<Promise<void>>();
  let following = false;
  let wake = new AbortController();

  /** Work beside the loops: it is waited for at the end, and a fault of it is what the next sweep is for. */
  const beside = (what: string, work: () => Promise<void>): void => {
    const running = work().catch((fault: unknown) => {
      if (!signal.aborted && !(fault instanceof QueueUnavailable)) log.warn({ err: fault }, `${what} failed`);
    });
    underWay.add(running);
    void running.then(() => underWay.delete(running));
  };

  /** While the log is not followed it may be an older one, which knows less than the broker: nothing is sent over it. */
  const workOn = async (userId: string): Promise<Date | undefined> =>
    following
      ? locks.run(userId, givenUp.signal, (ending) => workOnPerson(options, desk, userId, ending))
      : undefined;

  const worker = startWorker<MoneyJob>(queueName, {
    ...options,
    concurrency,
    lockDuration: redelivery,
    async handle({ data: { userId } }) {
      const next = await workOn(userId);
      if (next) throw new Postponed(Math.max(1, next.getTime() - now().getTime()));
    },
  });

  const onNews = (event: RecordedEvent): void => {
    const step = event.stream.startsWith('job-') ? undefined : openedStep(event);
    if (!step) return;
    const userId = idOfStream(event.stream);
    beside('enqueuing', () => enqueue(queue, [{ userId, stepId: stepIdOf(step) }]));
  };

  /** What an operator decided about a parked job is carried out. */
  const takeUp = async (jobId: string): Promise<void> => {
    const userId = await moneyBook.queries.personOfJob(database, jobId);
    if (userId !== undefined) await enqueue(queue, [{ userId, stepId: jobId }]);
  };

  const hurryUp = async (userId: string): Promise<void> => {
    if (await hurry(database, userId, now())) await workOn(userId);
  };

  const hearing = {
    surroundings: options,
    desk,
    early,
    compare: rounds.ask,
    hurry: (userId: string) => beside('finding out', () => hurryUp(userId)),
  };

  /** What the broker said of something before the log knew it is heard now, or found by comparing. */
  const hearAgain = (userId: string, brokerId: string): void => {
    const said = early.take(brokerId);
    const accountId = said?.[0]?.accountId;
    if (!said) return;
    if (accountId === undefined) rounds.ask(userId);
    else {
      beside('hearing what came early', () =>
        dealWithFunding(hearing, [accountId, said], signal).catch((fault: unknown) => {
          rounds.ask(userId);
          throw fault;
        }),
      );
    }
  };

  const onNoted = (events: readonly RecordedEvent[]): void => {
    for (const event of events) {
      const brokerId = brokerIdIn(event);
      if (brokerId !== undefined) hearAgain(idOfStream(event.stream), brokerId);
      const isDecision = event.type === 'JobRetried' || event.type === 'JobDropped';
      if (isDecision) beside('taking a job up', () => takeUp(idOfStream(event.stream)));
    }
  };

  /** Redis holds no truth: what it lost is enqueued again from the book, under the same ids. */
  const sweep = async (): Promise<void> => {
    while (!signal.aborted) {
      wake = new AbortController();
      const woken = AbortSignal.any([signal, wake.signal]);
      try {
        if (following) await enqueue(queue, await moneyBook.queries.steps(database));
      } catch (fault) {
        if (!(fault instanceof QueueUnavailable))
          log.warn({ err: fault }, 'looking for steps that are due failed');
      }
      await pause(settings.sweepEvery, undefined, { signal: woken }).catch(() => undefined);
    }
  };

  const running = Promise.all([
    followBook({
      ...options,
      book: moneyBook,
      signal,
      onRestored: (read) => findSentBeforeRestore(options, desk, read, signal),
      onNews,
      onNoted,
      onState(state) {
        following = state;
        if (state) wake.abort();
      },
    }),
    sweep(),
    lead(options, signal, async (leading) => {
      const onConnected = (stream: BrokerStream, since: Date | undefined) =>
        void connected.set(stream, since);
      const listening = { ...hearing, compareAll: rounds.begin, onConnected };
      await Promise.all([listen(listening, leading), rounds.run(leading)]).finally(() => connected.clear());
    }),
  ]);

  return {
    check: async () => ({ ready: following, detail: await detailOf(options, connected, queue) }),
    async close() {
      stopped.abort();
      const late = setTimeout(() => givenUp.abort(new Error('the process ends')), grace);
      await Promise.all([running, worker.close()]);
      await Promise.all(underWay);
      clearTimeout(late);
      await queue.close();
      await locks.close();
    },
  };
};
