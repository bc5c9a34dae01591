import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { auditTime, filter } from 'rxjs';
import { type Change, liveChanges$ } from '../api/live.js';
import { isLater } from '../api/positions.js';

/** Several changes in a row become one reading. */
const pace = 1_000;

interface LiveUpdatesProps {
  /** Position of the log that what is on screen was read at. */
  position: string | null;
  /** Only changes of this trend concern the screen; all of them when it is not given. */
  conceptId?: string;
}

/** Reads the screen's data anew when something of it has changed since, and says so without interrupting. */
export const LiveUpdates = ({ position, conceptId }: LiveUpdatesProps) => {
  const { revalidate } = useRevalidator();
  const [updates, setUpdates] = useState(0);
  const now = useRef({ position, revalidate });
  useEffect(() => {
    now.current = { position, revalidate };
  });
  useEffect(() => {
    const concerns = ({ concept_ids }: Change) =>
      !conceptId || !concept_ids || concept_ids.includes(conceptId);
    const subscription = liveChanges$
      .pipe(
        filter((change) => concerns(change) && isLater(change.position, now.current.position)),
        auditTime(pace),
        filter((change) => isLater(change.position, now.current.position)),
      )
      .subscribe(() => {
        setUpdates((count) => count + 1);
        void now.current.revalidate();
      });
    return () => subscription.unsubscribe();
  }, [conceptId]);
  return (
    <p className="for-screen-readers" role="status">
      {updates > 0 && `This page was updated${updates > 1 ? ` ${updates} times` : ''}.`}
    </p>
  );
};
