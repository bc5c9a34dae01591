import { useMemo } from 'react';
import { filter } from 'rxjs';
import { type Own, ownChanges$ } from '../../api/live-own.js';
import type { Answered } from '../../api/queries.js';
import { Updates } from './updates.js';

/** Short: people wait for their own action. */
const pace = 150;

interface OwnUpdatesProps {
  about: NonNullable<Own['about']>;
  /** The data on screen, as read. */
  answered: Answered<unknown>;
  quiet?: boolean;
}

/** Keeps one's own data in step with the log. */
export const OwnUpdates = ({ about, answered, quiet = false }: OwnUpdatesProps) => {
  const changes$ = useMemo(
    () => ownChanges$.pipe(filter((change) => change.about === null || change.about === about)),
    [about],
  );
  return <Updates answered={answered} changes$={changes$} pace={pace} quiet={quiet} />;
};
