import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import type { Answered } from '../api/client.js';
import { type Change, liveChanges$ } from '../api/live.js';
import { isLater } from '../api/positions.js';

/** Several changes in a row become one reading. */
const pace = 1_000;

interface LiveUpdatesProps {
  /** What is on screen, as it was read. */
  answered: Answered<unknown>;
  /** Only changes of this trend concern the screen; all of them when it is not given. */
  conceptId?: string;
}

/**
 * Reads the screen's data anew when something of it has changed since, and says so without interrupting. One reading
 * at a time: where changes come faster than answers, each answer is still shown.
 */
export const LiveUpdates = ({ answered, conceptId }: LiveUpdatesProps) => {
  const { revalidate } = useRevalidator();
  const [newest, setNewest] = useState('0');
  const [updates, setUpdates] = useState(0);
  const asked = useRef<Answered<unknown>>(undefined);

  useEffect(() => {
    const concerns = ({ concept_ids }: Change) =>
      !conceptId || !concept_ids || concept_ids.includes(conceptId);
    const subscription = liveChanges$.subscribe((change) => {
      if (concerns(change)) setNewest((known) => (isLater(change.position, known) ? change.position : known));
    });
    return () => subscription.unsubscribe();
  }, [conceptId]);

  const isBehind = answered.position !== null && isLater(newest, answered.position);
  useEffect(() => {
    if (!isBehind || asked.current === answered) return undefined;
    const timer = setTimeout(() => {
      asked.current = answered;
      setUpdates((count) => count + 1);
      void revalidate();
    }, pace);
    return () => clearTimeout(timer);
  }, [isBehind, answered, revalidate]);

  return (
    <p className="for-screen-readers" role="status">
      {updates > 0 && `This page was updated${updates > 1 ? ` ${updates} times` : ''}.`}
    </p>
  );
};
