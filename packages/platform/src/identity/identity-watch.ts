import { type Refusal, refuse } from '@groundswell/contracts';
import type { Database } from '../database/database.js';
import { listen } from '../database/listen.js';
import type { Log } from '../logging/log.js';
import type { CurrentUser } from './access-token.js';
import { type IdentityChange, type IdentityChanges, identityChannel } from './identity-changes.js';

/**
 * What a process knows of identity changes without a query. It listens for them and asks for all every two seconds; what
 * it has not been able to ask for `longestUnasked` is taken from the database for each call.
 */
export interface IdentityWatch {
  /** Whether cached answers may be used: they are at most `longestUnasked` old. */
  readonly isFresh: boolean;
  /**
   * Whether the session of a valid token has ended since. @throws the database's errors when it has to be
   * asked
   */
  hasEnded(sessionId: string): Promise<boolean>;
  /** Those of some sessions that have ended, for what continues after a token was shown. */
  endedAmong(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** For services that keep no sessions: a token of an ended session is as good as none, and roles stay roles. */
  confirm(user: CurrentUser, access: 'user' | 'staff'): Promise<Refusal | undefined>;
  /** Calls back for each account that changed, and with undefined when any of them may have. */
  onUser(heard: (userId: string | undefined) => void): void;
  stop(): Promise<void>;
}

export interface IdentityWatchOptions {
  readonly database: Pick<Database, 'session'>;
  /** Rejects while the database cannot be reached. */
  readonly open: () => Promise<IdentityChanges>;
  readonly log: Log;
  /** Milliseconds of a clock that only goes forward. */
  readonly clock?: () => number;
}

/** Milliseconds. */
export const longestUnasked = 5_000;
/** Of more ended sessions than this nothing is remembered: the database is asked for each call. */
const mostKept = 50_000;

export const watchIdentity = ({
  database,
  open,
  log,
  clock = () => performance.now(),
}: IdentityWatchOptions): IdentityWatch => {
  /** Ended sessions, and when this process learned of each. */
  let ended = new Map<string, number>();
  /** Sessions that this process is ending: until it knows how that went, the database is asked. */
  let inDoubt = new Map<string, number>();
  let askedAt = Number.NEGATIVE_INFINITY;
  const listeners: ((userId: string | undefined) => void)[] = [];
  const stopped = new AbortController();
  const observed = new WeakSet<IdentityChanges>();

  const tellOfUser = (userId: string | undefined): void => {
    for (const heard of listeners) heard(userId);
  };

  const onNoted = (change: IdentityChange): void => {
    if ('session' in change) inDoubt.set(change.session, clock());
    else tellOfUser(change.user);
  };

  const changes = async (): Promise<IdentityChanges> => {
    const opened = await open();
    if (!observed.has(opened)) opened.onNoted(onNoted);
    observed.add(opened);
    return opened;
  };

  /** Notices that arrive during the query may not be in its answer. */
  const ask = async (): Promise<void> => {
    const began = clock();
    const found = await (await changes()).ended(mostKept + 1);
    if (found.length > mostKept) {
      askedAt = Number.NEGATIVE_INFINITY;
      return;
    }
    const later = [...ended].filter(([, learned]) => learned >= began);
    ended = new Map([...found.map((session) => [session, began] as const), ...later]);
    inDoubt = new Map([...inDoubt].filter(([, since]) => began - since < longestUnasked));
    askedAt = began;
  };

  const channel = listen({
    database,
    channel: identityChannel,
    subject: 'identity changes',
    ask,
    onNotice: (payload) => {
      const change: IdentityChange = JSON.parse(payload);
      if ('user' in change) tellOfUser(change.user);
      else if (ended.size < 2 * mostKept) ended.set(change.session, clock());
      else askedAt = Number.NEGATIVE_INFINITY;
    },
    onGap: () => tellOfUser(undefined),
    log,
    signal: stopped.signal,
  });

  const isFresh = (): boolean => clock() - askedAt <= longestUnasked;
  const endedAmong = async (sessionIds: readonly string[]): Promise<ReadonlySet<string>> =>
    isFresh() && !sessionIds.some((session) => inDoubt.has(session))
      ? new Set(sessionIds.filter((session) => ended.has(session)))
      : (await changes()).endedAmong(sessionIds);
  const hasEnded = async (sessionId: string): Promise<boolean> => (await endedAmong([sessionId])).size > 0;

  return {
    get isFresh() {
      return channel.listening && isFresh();
    },
    hasEnded,
    endedAmong,
    async confirm({ role, sessionId }, access) {
      if (await hasEnded(sessionId)) return refuse('NotSignedIn');
      return access === 'staff' && role !== 'staff' ? refuse('NotStaff') : undefined;
    },
    onUser: (heard) => void listeners.push(heard),
    async stop() {
      stopped.abort();
      await channel.ended;
    },
  };
};
