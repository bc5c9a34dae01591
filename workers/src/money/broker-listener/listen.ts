import {
  type AccountEvent,
  atMost,
  BrokerError,
  type FollowOptions,
  type FundingEvent,
  type Transfer as MadeTransfer,
  type StreamItem,
} from '@groundswell/broker';
import type { TradingAccount } from '@groundswell/domain/money';
import { type BackOff, backOff } from '@groundswell/platform';
import type { LoadedAccount } from '../../shared/accounts.js';
import { eachAtOnce } from '../../shared/at-once.js';
import type { AccountDesk } from '../account-desk.js';
import type { MoneyDependencies } from '../dependencies.js';
import { keepWordsOf } from '../words/keep-words.js';
import { inBatches } from './batches.js';
import { type BrokerStream, type Cursor, openCursor } from './cursors.js';
import type { EarlyMessages } from './early-messages.js';
import {
  commandsOfFundingEvent,
  isAheadOfList,
  isStranger,
  isUnknown,
  needsList,
  newsOfAccount,
} from './interpret.js';

/** What is needed to handle a message. */
export interface MessageHandling {
  readonly dependencies: MoneyDependencies;
  readonly desk: AccountDesk;
  readonly early: EarlyMessages;
  /** Requests a comparison of the person with the broker soon. */
  readonly compare: (userId: string) => void;
  /** Starts finding out at once the outcome of what is in doubt. */
  readonly hurry: (userId: string) => void;
}

export interface Listening extends MessageHandling {
  /** Called when messages are missing: compare everyone who waits for some. */
  readonly compareAll: () => void;
  /** Called when a stream connects, with the time, and with undefined when it disconnects. */
  readonly onConnected: (stream: BrokerStream, since: Date | undefined) => void;
}

/** People whose messages are handled at a time; one person's are handled in order. */
const peopleAtOnce = 8;
const mostWaiting = 1_000;
/** How far the broker's clock may be ahead of ours, in milliseconds, for a message's moment to be trusted. */
const clockDifference = 5_000;
/** First and longest pause before a stream is reopened after a fault, in milliseconds. */
const pauses = { first: 500, most: 15_000 };

type Message = AccountEvent | FundingEvent;

const byAccount = <M extends Message>(messages: readonly M[]): [string, M[]][] => {
  const groups = new Map<string, M[]>();
  for (const message of messages) {
    const group = groups.get(message.accountId);
    if (group) group.push(message);
    else groups.set(message.accountId, [message]);
  }
  return [...groups];
};

/**
 * Whether a message's moment can be right. A future moment would outrank every report until then: instead,
 * the state is read from the broker.
 */
const hasCome = ({ at }: Message, now: Date): boolean => at.getTime() <= now.getTime() + clockDifference;

export const handleAccountMessages = async (
  { dependencies, desk, early, compare }: MessageHandling,
  [accountId, events]: readonly [string, readonly AccountEvent[]],
): Promise<void> => {
  const { store, now } = dependencies;
  early.add(accountId);
  const userId = await store.personOfAccount(accountId);
  if (userId === undefined) return;
  early.take(accountId);
  const timely = events.filter((event) => hasCome(event, now()));
  let isSure = timely.length === events.length;
  await desk.report(userId, ({ brokerStatus }) => {
    const { commands, isBroken } = newsOfAccount(timely, brokerStatus);
    if (isBroken) isSure = false;
    return commands;
  });
  if (!isSure) compare(userId);
};

/** The account's transfers; undefined when the broker cannot be asked now. */
const listOf = async (
  { dependencies: { broker, log } }: Pick<MessageHandling, 'dependencies'>,
  accountId: string,
  signal: AbortSignal,
): Promise<MadeTransfer[] | undefined> => {
  try {
    return await broker.transfers.list(accountId, signal);
  } catch (fault) {
    if (!(fault instanceof BrokerError)) throw fault;
    log.warn({ kind: fault.kind, status: fault.status }, 'transfers could not be read after a message');
    return undefined;
  }
};

/** The account as last seen, if it knows all that the messages are about. */
const accountFor = async (
  events: readonly FundingEvent[],
  desk: AccountDesk,
  userId: string,
): Promise<LoadedAccount> => {
  const seen = desk.recall(userId);
  return seen && !events.some((event) => isUnknown(event, seen.state)) ? seen : desk.read(userId);
};

/** Handles messages about the links and transfers of one account, in order. */
export const handleFundingMessages = async (
  listening: MessageHandling,
  [accountId, events]: readonly [string, readonly FundingEvent[]],
  signal: AbortSignal,
): Promise<void> => {
  const { dependencies, desk, early, compare, hurry } = listening;
  // Before the log is read: a process that writes the subject down from now on finds the messages.
  for (const event of events) early.add(event.entityId, event);
  const userId = await dependencies.store.personOfAccount(accountId);
  if (userId === undefined) return;
  const account = await accountFor(events, desk, userId);
  const { state } = account;
  const known = events.filter((event) => !isUnknown(event, state));
  // Together with earlier messages, unless those are being handled again alongside.
  const said = new Set(known.flatMap(({ entityId }) => early.take(entityId) ?? []));
  for (const event of known) said.add(event);
  if (known.length < events.length) {
    if (events.some((event) => isStranger(event, state))) compare(userId);
    hurry(userId);
  }
  const list = [...said].some((event) => needsList(event, state))
    ? await listOf(listening, accountId, signal)
    : [];
  if (!list) return compare(userId);
  // Reports about a transfer have their own order, and need no moment.
  const timely = [...said].filter((event) =>
    event.entityType === 'Transfer' ? !isAheadOfList(event, state, list) : hasCome(event, dependencies.now()),
  );
  if (timely.length < said.size) compare(userId);
  const heard = (present: TradingAccount) =>
    timely.flatMap((event) => commandsOfFundingEvent(event, present, list));
  await keepWordsOf(dependencies, userId, state, heard(state));
  await desk.report(userId, heard, { known: account });
};

/** One stream of the broker: how it is opened, and how one account's messages are handled. */
interface StreamListener<M extends Message> {
  readonly stream: BrokerStream;
  readonly open: (options: FollowOptions) => AsyncGenerator<StreamItem<M>>;
  readonly dealWith: (group: [string, M[]], signal: AbortSignal) => Promise<void>;
}

const hearBatch = async <M extends Message>(
  { dependencies, compareAll, onConnected }: Listening,
  { stream, dealWith }: StreamListener<M>,
  cursor: Cursor,
  batch: readonly StreamItem<M>[],
  signal: AbortSignal,
): Promise<void> => {
  const { log, now } = dependencies;
  if (batch.some(({ kind }) => kind === 'connected')) onConnected(stream, now());
  const gaps = batch.filter(({ kind }) => kind === 'gap');
  if (gaps.length > 0) {
    log.warn({ stream, gaps: gaps.length }, 'messages of the broker are missing');
    compareAll();
  }
  const messages = batch.flatMap((item) => (item.kind === 'event' ? [item.event] : []));
  await eachAtOnce(byAccount(messages), peopleAtOnce, (group) => dealWith(group, signal));
  const last = messages
    .map(({ id }) => id)
    .sort()
    .at(-1);
  if (last !== undefined) await cursor.reach(atMost(last, now().getTime()));
};

const listenOnce = async <M extends Message>(
  listening: Listening,
  listener: StreamListener<M>,
  signal: AbortSignal,
): Promise<void> => {
  const { store, log, monotonic } = listening.dependencies;
  const cursor = openCursor(store, listener.stream, monotonic);
  const items = listener.open({
    after: await store.readCursor(listener.stream),
    signal,
    onTrouble({ kind, status }) {
      listening.onConnected(listener.stream, undefined);
      log.warn({ stream: listener.stream, kind, status }, 'the connection to the broker’s messages was lost');
    },
  });
  try {
    for await (const batch of inBatches(items, mostWaiting))
      await hearBatch(listening, listener, cursor, batch, signal);
  } finally {
    // What was handled is handled again if this fails, too.
    await cursor.save().catch(() => undefined);
  }
};

/**
 * Resets the back-off once a connection has lasted longer than the longest pause. A short connection is no success:
 * with a message that cannot be processed, every connection ends quickly.
 */
const resetting = (listening: Listening, pausing: BackOff): Listening => {
  const { now } = listening.dependencies;
  let connectedSince: Date | undefined;
  return {
    ...listening,
    onConnected(stream, since) {
      if (connectedSince && now().getTime() - connectedSince.getTime() > pauses.most) pausing.reset();
      connectedSince = since;
      listening.onConnected(stream, since);
    },
  };
};

/** Listens until the signal aborts; after a failure it starts again from the last handled message. */
const listenTo = async <M extends Message>(
  listening: Listening,
  listener: StreamListener<M>,
  pausing: BackOff,
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted) {
    const left = new AbortController();
    try {
      await listenOnce(listening, listener, AbortSignal.any([signal, left.signal]));
    } catch (fault) {
      // Ignores whatever still arrives over the abandoned connection.
      left.abort();
      if (signal.aborted) return;
      listening.onConnected(listener.stream, undefined);
      listening.dependencies.log.error(
        { err: fault, stream: listener.stream },
        'listening to the broker failed',
      );
      await pausing.wait(signal);
    }
  }
};

/** Listens to the broker's streams of accounts, links and transfers, and writes the reports down. */
export const listen = async (listening: Listening, signal: AbortSignal): Promise<void> => {
  const { broker, random, pause } = listening.dependencies;
  const { events } = broker;
  const listenOn = <M extends Message>(listener: StreamListener<M>): Promise<void> => {
    const pausing = backOff({ ...pauses, random, pause });
    return listenTo(resetting(listening, pausing), listener, pausing, signal);
  };
  await Promise.all([
    listenOn<AccountEvent>({
      stream: 'accounts',
      open: (options) => events.accounts(options),
      dealWith: (group) => handleAccountMessages(listening, group),
    }),
    listenOn<FundingEvent>({
      stream: 'funding',
      open: (options) => events.funding(options),
      dealWith: (group, ending) => handleFundingMessages(listening, group, ending),
    }),
  ]);
};
