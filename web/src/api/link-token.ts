import { tokenOfFragment } from '@groundswell/contracts';
import { useEffect, useState } from 'react';

/**
 * The one-time token after the `#` of a mailed link. It is removed from the address bar as soon as the screen is
 * mounted, so that it stays in no history or screenshot. Not during rendering: React may render a screen twice
 * before showing it, and the second time the token would be gone.
 */
export const useLinkToken = (): string | undefined => {
  const [token] = useState(() => tokenOfFragment(location.hash));
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, '', location.pathname + location.search);
  }, []);
  return token;
};
