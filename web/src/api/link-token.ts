import { tokenOfFragment } from '@groundswell/contracts';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * The one-time token after the `#` of a mailed link, also of one that is pasted over another. It is removed from the
 * address bar as soon as the screen is mounted, so that it stays in no history or screenshot; the router still has it.
 */
export const useLinkToken = (): string | undefined => {
  const here = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link may be pasted again.
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, '', location.pathname + location.search);
  }, [here]);
  return tokenOfFragment(here.hash);
};

/**
 * The idempotency key of a link that needs nothing but its token: the same however often it is opened, so that a lost
 * answer is given again. Undefined on plain http, where browsers have no `crypto.subtle`.
 */
export const keyOfLink = async (token: string): Promise<string | undefined> => {
  if (!('subtle' in crypto)) return undefined;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`key of ${token}`));
  return btoa(String.fromCharCode(...new Uint8Array(hash)));
};

const isDoneIn = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isDone' in state;

/** Whether the link's action is done. Kept in the history entry for Back and a reload, when the token is gone. */
export const useDone = (): [isDone: boolean, finish: () => void] => {
  const [isDone, setDone] = useState(isDoneIn(useLocation().state));
  /** Once another screen or link was opened, the history entry is theirs. */
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const finish = () => {
    if (!isOpen.current) return;
    history.replaceState({ ...history.state, usr: { isDone: true } }, '');
    setDone(true);
  };
  return [isDone, finish];
};
