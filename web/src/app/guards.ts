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
 * Wraps a loader: people outside the audience are sent home before anything of the screen is asked for. Who is not
 * signed in finds the screen again after signing in. The server refuses in its own right; this only spares the sight.
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
