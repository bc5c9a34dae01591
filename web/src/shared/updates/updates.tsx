import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import type { Observable } from 'rxjs';
import type { Answered } from '../../api/queries.js';
import { catchingUp } from './catching-up.js';

interface UpdatesProps {
  /** The data on screen, as read. */
  answered: Answered<unknown>;
  /** Changes that affect it; the same observable on each render. */
  changes$: Observable<{ readonly position: string; readonly isReplaced?: boolean }>;
  /** Milliseconds within which successive changes cause one reload. */
  pace: number;
  /** Announces nothing: another part of the screen does. */
  quiet?: boolean;
}

/** Reads the screen's data again when some of it has changed, and announces it without interrupting. */
export const Updates = ({ answered, changes$, pace, quiet = false }: UpdatesProps) => {
  const { revalidate } = useRevalidator();
  const [updates, setUpdates] = useState(0);
  const [screen] = useState(() =>
    catchingUp({
      pace,
      readAgain: () => void revalidate(),
      onUpdated: () => setUpdates((count) => count + 1),
    }),
  );

  useEffect(() => {
    const subscription = changes$.subscribe(({ position, isReplaced }) => screen.heard(position, isReplaced));
    return () => {
      subscription.unsubscribe();
      screen.stop();
    };
  }, [changes$, screen]);
  useEffect(() => screen.shows(answered), [answered, screen]);

  if (quiet) return null;
  return (
    <p className="for-screen-readers" role="status">
      {updates > 0 && `This page was updated${updates > 1 ? ` ${updates} times` : ''}.`}
    </p>
  );
};
