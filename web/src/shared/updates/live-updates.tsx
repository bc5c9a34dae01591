import { useEffect } from 'react';
import { loadedLater } from '../../components/loaded-later.js';

/** Milliseconds until code that did not load is asked for again. */
const pause = 10_000;

const LoadAgain = ({ retry }: { retry: () => void }) => {
  useEffect(() => {
    const timer = setTimeout(retry, pause);
    return () => clearTimeout(timer);
  }, [retry]);
  return null;
};

/**
 * Keeps a screen of trends in sync with the log. What is shown first needs none of it, and no change is missed: the
 * stream begins with the positions of all read models.
 */
export const LiveUpdates = loadedLater(async () => (await import('./live-changes.js')).LiveChanges, {
  meanwhile: null,
  failed: (_failure, retry) => <LoadAgain retry={retry} />,
});
