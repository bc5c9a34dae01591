import { type LoaderFunctionArgs, redirect } from 'react-router-dom';
import { arriving } from '../api/arriving.js';
import { saveRedirectTarget } from '../session/redirect-target.js';
import { currentSession, type Session } from '../session/session.js';

export type Audience = 'everyone' | 'signed-in' | 'staff';

const mayEnter = (audience: Audience, session: Session): boolean =>
  audience === 'everyone' ||
  (session.status === 'signed-in' && (audience === 'signed-in' || session.user.is_staff));

type Loader<Data> = (args: LoaderFunctionArgs) => Promise<Data> | Data;

/**
 * Wraps a loader: sends people outside the audience home before the screen loads any data. People who are not
 * signed in return to the screen after signing in. The server enforces access itself; this only avoids showing the
 * screen.
 */
export const only =
  <Data>(audience: Audience, loader: Loader<Data>) =>
  async (args: LoaderFunctionArgs): Promise<Data> => {
    // Not awaited on public screens, but requested all the same: an earlier request may have failed.
    const asked = arriving(currentSession());
    const session = audience === 'everyone' ? undefined : await asked;
    if (session && !mayEnter(audience, session)) {
      const { pathname, search } = new URL(args.request.url);
      if (session.status === 'signed-out') saveRedirectTarget(`${pathname}${search}`);
      throw redirect('/');
    }
    return loader(args);
  };
