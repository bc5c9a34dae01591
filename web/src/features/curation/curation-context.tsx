import { createContext, useContext, useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router-dom';
import { ApiError, outrun } from '../../api/api-error.js';
import { command } from '../../api/browser-client.js';
import type { BodyFor, CommandName, ResponseFor } from '../../api/endpoints.js';
import { outcomeOf } from '../../api/outcome.js';

type Editing = Pick<ResponseFor<'getConceptAllocations'>, 'concept' | 'revision'>;

/** The concept being edited, as it was last read. */
export const EditingContext = createContext<Editing | undefined>(undefined);

/** Milliseconds for a newer state of the concept to come on screen. */
const patience = 5_000;

/** Waits until something newer than a revision is on screen, or has kept us waiting for too long. */
const useNewerOnScreen = (revision: string | undefined) => {
  const shown = useRef(revision);
  const waiting = useRef(new Set<() => void>());
  useEffect(() => {
    shown.current = revision;
    for (const goOn of waiting.current) goOn();
    waiting.current.clear();
  }, [revision]);
  return (than: string): Promise<void> =>
    new Promise((resolve) => {
      if (shown.current !== than) return resolve();
      waiting.current.add(resolve);
      setTimeout(resolve, patience);
    });
};

/**
 * Sends changes of the concept on screen, made upon the revision that was read; afterwards the screen is read anew.
 * When somebody was faster, nothing is overwritten: their change comes on screen, and the person is told.
 */
export const useCuration = () => {
  const editing = useContext(EditingContext);
  const { revalidate } = useRevalidator();
  const newerOnScreen = useNewerOnScreen(editing?.revision);
  const unanswered = useRef<{ key: string; revision: string }>(undefined);
  if (!editing) throw new Error('An editor stands outside of a concept.');
  const change = async <Name extends CommandName>(name: Name, payload: BodyFor<Name>, key: string) => {
    // What may have been done already is asked for once more as it was: upon what was seen then.
    const { revision } = unanswered.current?.key === key ? unanswered.current : editing;
    unanswered.current = undefined;
    try {
      await command(name, payload, { revision, key });
    } catch (failure) {
      if (!(failure instanceof ApiError) || failure.code !== 'RevisionConflict') {
        if (outcomeOf(failure, true) === 'unknown') unanswered.current = { key, revision };
        throw failure;
      }
      await revalidate();
      // They are about to look, and to send theirs upon what they see.
      await newerOnScreen(editing.revision);
      throw outrun(
        'Someone else changed this trend in the meantime. The page now shows their change; yours was not made. Look at theirs, then send yours again.',
      );
    }
    await revalidate();
  };
  return { ...editing, change };
};
