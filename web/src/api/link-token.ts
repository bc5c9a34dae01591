import { tokenOfFragment } from '@groundswell/contracts';
import { useEffect, useState } from 'react';

/**
 * The one-time token that a mail's link carries after the `#`. It is taken out of the address bar as soon as the screen
 * is there, so that it stays in no history and no screenshot. Not while React draws: it may draw a screen twice before it
 * shows it, and the second time there would be no token.
 */
export const useLinkToken = (): string | undefined => {
  const [token] = useState(() => tokenOfFragment(location.hash));
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, '', location.pathname + location.search);
  }, []);
  return token;
};
