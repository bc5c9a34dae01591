import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { auditTime, filter } from 'rxjs';
import { liveChanges$ } from '../api/live.js';

/** Several changes in a row become one reading. */
const pace = 1_000;

/** Reads the screen's data anew when something of it has changed elsewhere, and says so without interrupting. */
export const LiveUpdates = ({ conceptId }: { conceptId?: string }) => {
  const { revalidate } = useRevalidator();
  const read = useRef(revalidate);
  read.current = revalidate;
  const [updates, setUpdates] = useState(0);
  useEffect(() => {
    const subscription = liveChanges$
      .pipe(
        filter(({ concept_ids }) => !conceptId || !concept_ids || concept_ids.includes(conceptId)),
        auditTime(pace),
      )
      .subscribe(() => {
        setUpdates((count) => count + 1);
        void read.current();
      });
    return () => subscription.unsubscribe();
  }, [conceptId]);
  return (
    <p className="for-screen-readers" role="status">
      {updates > 0 && `This page was updated${updates > 1 ? ` ${updates} times` : ''}.`}
    </p>
  );
};
