import { type Refusal, refuse } from '@groundswell/contracts';
import type { Database } from '../database/database.js';
import { listen } from '../database/listen.js';
import type { Log } from '../logging/log.js';
import type { CurrentUser } from './access-token.js';
import { rememberEndedSessions } from './ended-sessions.js';
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

export const watchIdentity = ({
  database,
  open,
  log,
  clock = () => performance.now(),
}: IdentityWatchOptions): IdentityWatch => {
  const listeners: ((userId: string | undefined) => void)[] = [];
  const stopped = new AbortController();
  const observed = new WeakSet<IdentityChanges>();

  const tellOfUser = (userId: string | undefined): void => {
    for (const heard of listeners) heard(userId);
  };

  const onNoted = (change: IdentityChange): void => {
    if ('session' in change) ended.doubt(change.session);
    else tellOfUser(change.user);
  };

  const changes = async (): Promise<IdentityChanges> => {
    const opened = await open();
    if (!observed.has(opened)) opened.onNoted(onNoted);
    observed.add(opened);
    return opened;
  };

  const ended = rememberEndedSessions(changes, clock);
  const channel = listen({
    database,
    channel: identityChannel,
    subject: 'identity changes',
    ask: ended.ask,
    onNotice: (payload) => {
      const change: IdentityChange = JSON.parse(payload);
      if ('user' in change) tellOfUser(change.user);
      else ended.add(change.session);
    },
    onGap: () => tellOfUser(undefined),
    log,
    signal: stopped.signal,
  });

  const hasEnded = async (sessionId: string): Promise<boolean> => (await ended.among([sessionId])).size > 0;

  return {
    get isFresh() {
      return channel.listening && ended.isFresh();
    },
    hasEnded,
    endedAmong: ended.among,
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
