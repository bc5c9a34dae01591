import { streamOf } from '@groundswell/contracts';
import { evolve, initialState } from '@groundswell/domain/people';
import type { CheckResult, Log } from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import { type EventStore, load } from '@groundswell/platform/event-store';
import { openLinks } from '@groundswell/platform/links';
import { Postponed, startWorker } from '@groundswell/platform/queue';
import { prepareReadStore } from '@groundswell/platform/read-store';
import type { Vault } from '@groundswell/platform/vault';
import type { Accounts } from '../shared/accounts.js';
import { readTurn } from './account-turn.js';
import type { Carrier } from './carrier.js';
import { attempt, type Delivery, deliver, type MailJob } from './deliver.js';
import { createMailQueue, queueName } from './mail-queue.js';
import { openOutbox } from './outbox.js';
import { createLogReading } from './read-log.js';
import { createSendingAtOnce } from './send-at-once.js';
import { sweepMails } from './sweep.js';

export interface MailOptions {
  readonly database: Database;
  readonly eventStore: EventStore;
  /** As `eventStore` has them. */
  readonly accounts: Accounts;
  readonly redisUrl: string;
  /** Separates instances that share one Redis. */
  readonly prefix?: string;
  readonly vault: Vault;
  readonly carrier: Carrier;
  readonly publicUrl: string;
  readonly log: Log;
  readonly now?: () => Date;
  /** Milliseconds between two sweeps for mails whose job was lost. */
  readonly sweepInterval?: number;
}

export interface RunningMail {
  /** Ready while the log is being read; lists mails that an operator may want to look at. */
  check(): Promise<CheckResult>;
  close(): Promise<void>;
}

/** Milliseconds before a job is retried while the log is not being followed. */
const notFollowing = 500;

/** Follows the log, records which mails are due, and sends them: at once, or through jobs that hold only ids. */
export const startMail = async (options: MailOptions): Promise<RunningMail> => {
  const {
    database,
    eventStore,
    accounts,
    log,
    sweepInterval: every = 30_000,
    now = () => new Date(),
  } = options;
  await prepareReadStore(database);
  const outbox = await openOutbox(database);
  const links = await openLinks(database, now);
  const queue = createMailQueue(options);
  const delivery: Delivery = {
    ...options,
    outbox,
    links,
    now,
    turnOf: (mail) => readTurn(accounts, mail),
    hasAccount: async (personId) =>
      (await load(eventStore, streamOf('user', personId), { initialState, evolve })).state.registered,
  };
  const sending = createSendingAtOnce({
    attempt: (mail) => attempt(delivery, mail),
    queue,
    isFollowing: () => reading.following,
    log,
  });
  const reading = createLogReading(options, outbox, sending.send);
  const worker = startWorker<MailJob>(queueName, {
    ...options,
    concurrency: 4,
    async handle(job) {
      // The content of an email is read from the log, which may be a different one while it is not being followed.
      if (!reading.following) throw new Postponed(notFollowing);
      await deliver(delivery, job);
    },
  });
  const stopped = new AbortController();
  const running = Promise.all([
    reading.run(stopped.signal),
    sweepMails({ outbox, queue, links, log, now, every }, stopped.signal),
  ]);

  return {
    check: async () => ({
      ready: reading.following,
      detail: await outbox.unsettled(),
      ...(!reading.following && reading.stoppedBy ? { why: reading.stoppedBy } : {}),
    }),
    async close() {
      stopped.abort();
      await running;
      await sending.ended();
      await worker.close();
      await queue.close();
    },
  };
};
