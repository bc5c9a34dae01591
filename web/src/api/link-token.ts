import { tokenOfFragment } from '@groundswell/contracts';

/**
 * The one-time token that a mail's link carries after the `#`. It is taken out of the address bar at once, so that it
 * stays in no history and no screenshot.
 */
export const takeLinkToken = (): string | undefined => {
  const token = tokenOfFragment(location.hash);
  if (location.hash) history.replaceState(history.state, '', location.pathname + location.search);
  return token;
};
