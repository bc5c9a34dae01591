import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import type { Observable } from 'rxjs';
import { isLater } from '../../api/positions.js';
import type { Answered } from '../../api/queries.js';

interface UpdatesProps {
  /** The data on screen, as read. */
  answered: Answered<unknown>;
  /** Changes that affect it; the same observable on each render. */
  changes$: Observable<{ readonly position: string }>;
  /** Milliseconds within which successive changes cause one reload. */
  pace: number;
  /** Announces nothing: another part of the screen does. */
  quiet?: boolean;
}

/**
 * Reads the screen's data again when some of it has changed, and announces it without interrupting. One
 * request at a time: where changes come faster than answers, each answer is still shown.
 */
export const Updates = ({ answered, changes$, pace, quiet = false }: UpdatesProps) => {
  const { revalidate } = useRevalidator();
  const [newest, setNewest] = useState('0');
  const [updates, setUpdates] = useState(0);
  const asked = useRef<Answered<unknown>>(undefined);

  useEffect(() => {
    const subscription = changes$.subscribe(({ position }) =>
      setNewest((known) => (isLater(position, known) ? position : known)),
    );
    return () => subscription.unsubscribe();
  }, [changes$]);

  const isBehind = answered.position !== null && isLater(newest, answered.position);
  useEffect(() => {
    if (!isBehind || asked.current === answered) return undefined;
    const timer = setTimeout(() => {
      asked.current = answered;
      setUpdates((count) => count + 1);
      void revalidate();
    }, pace);
    return () => clearTimeout(timer);
  }, [isBehind, answered, revalidate, pace]);

  if (quiet) return null;
  return (
    <p className="for-screen-readers" role="status">
      {updates > 0 && `This page was updated${updates > 1 ? ` ${updates} times` : ''}.`}
    </p>
  );
};
