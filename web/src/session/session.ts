import type { Session as TokenPair, User } from '@groundswell/contracts';
import { BehaviorSubject } from 'rxjs';
import { ApiError } from '../api/api-error.js';
import { command, query, tokens } from '../api/browser-client.js';
import { transferUnderWayKey } from './tokens.js';

export type Session =
  | { readonly status: 'unknown' }
  | { readonly status: 'signed-out' }
  | { readonly status: 'signed-in'; readonly user: User };

/**
 * The user of this browser. Unknown while a stored token is being looked up, and after the lookup has failed.
 */
export const session$ = new BehaviorSubject<Session>({ status: tokens.read() ? 'unknown' : 'signed-out' });

let loading: Promise<Session> | undefined;

const load = async (): Promise<Session> => {
  if (!tokens.read()) return { status: 'signed-out' };
  try {
    const { data } = await query('getUser');
    return { status: 'signed-in', user: data };
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 401) return { status: 'signed-out' };
    throw failure;
  }
};

/** The session, looked up once per page load; after a failure the next caller tries again. */
export const currentSession = (): Promise<Session> => {
  loading ??= load().then(
    (session) => {
      session$.next(session);
      return session;
    },
    (failure: unknown) => {
      loading = undefined;
      throw failure;
    },
  );
  return loading;
};

/** Someone with tokens is signed in, even while it is unknown who they are: the lookup is repeated. */
export const beginSession = async (pair: TokenPair): Promise<void> => {
  tokens.save(pair);
  loading = undefined;
  session$.next({ status: 'unknown' });
  await currentSession().catch(() => undefined);
};

/** Whether what is on screen is of a session that has ended, or of another person's. */
const isOver = (): boolean =>
  (session$.value.status !== 'signed-out' && !tokens.read()) || tokens.areAnothers();

/**
 * Follows another tab that signed out or in. After a sign-out, or when another person signed in, the page is
 * reloaded, so that nothing of the session stays in memory; after a first sign-in the screen stays. A refreshed token
 * needs nothing: each call reads it.
 */
export const followOtherTabs = (): void => {
  addEventListener('storage', ({ key }) => {
    if (!tokens.owns(key)) return;
    const { status } = session$.value;
    const held = tokens.read() !== undefined;
    if (isOver()) location.reload();
    const alreadyLooking = status === 'unknown' && loading !== undefined;
    if (status === 'signed-in' || !held || alreadyLooking) return;
    loading = undefined;
    // A failure is shown where a screen needs to know.
    currentSession().catch(() => undefined);
  });
  // Back may bring the page as it was left, and no tab tells a page that is away.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || !isOver()) return;
    document.documentElement.hidden = true;
    location.reload();
  });
};

/**
 * Ends the session here at once, and on the server as soon as it can be reached, even after the page is left.
 */
export const signOut = async (): Promise<void> => {
  const held = tokens.read();
  tokens.clear();
  localStorage.removeItem(transferUnderWayKey);
  if (held) await command('signOut', { refresh: held.refresh }, { keepalive: true }).catch(() => undefined);
};
