import { useMemo } from 'react';
import { filter, map } from 'rxjs';
import { liveChanges$ } from '../../api/live.js';
import type { Answered } from '../../api/queries.js';
import { Updates } from './updates.js';

const pace = 1_000;

export interface LiveChangesProps {
  /** The data on screen, as read. */
  answered: Answered<unknown>;
  /** Only changes of this trend affect the screen; all changes when it is not given. */
  conceptId?: string;
}

/** Keeps a screen of trends in sync with the log. */
export const LiveChanges = ({ answered, conceptId }: LiveChangesProps) => {
  const changes$ = useMemo(
    () =>
      liveChanges$.pipe(
        filter(({ concept_ids }) => !conceptId || !concept_ids || concept_ids.includes(conceptId)),
        // Of a read model that was built again, or whose changes were missed, all rows may differ.
        map(({ position, concept_ids, read_model }) => ({
          position,
          isReplaced: concept_ids === null && read_model !== undefined,
        })),
      ),
    [conceptId],
  );
  return <Updates answered={answered} changes$={changes$} pace={pace} />;
};
