import { createContext, useContext, useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router-dom';
import { ApiError, outrun } from '../../api/api-error.js';
import { command } from '../../api/browser-client.js';
import type { BodyFor, CommandName, ResponseFor } from '../../api/endpoints.js';
import { outcomeOf } from '../../api/outcome.js';

type Editing = Pick<ResponseFor<'getConceptAllocations'>, 'concept' | 'revision'>;

/** The concept being edited, as last read. */
export const EditingContext = createContext<Editing | undefined>(undefined);

/** Milliseconds to wait for a newer state of the concept on screen. */
const patience = 5_000;

const outrunByOthers =
  'Someone else changed this trend in the meantime, so your change wasn’t saved. The page now shows theirs. Review it, then send yours again.';

const outrunPerhapsByOneself =
  'This trend changed in the meantime, perhaps by an earlier try of yours that got no answer. This one wasn’t saved. The page now shows the latest. Review it, then try again.';

interface Unanswered {
  readonly key: string;
  /** Revision the change was based on. */
  readonly revision: string;
}

/** The message about a conflict: an earlier attempt without an answer may have been the other change. */
const overtaken = (before: Unanswered | undefined, key: string) =>
  outrun(before && before.key !== key ? outrunPerhapsByOneself : outrunByOthers);

const isConflict = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.code === 'RevisionConflict';

/** Waits until the screen shows something newer than a revision, up to the timeout. */
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
 * Sends changes of the concept on screen, based on the revision that was read, and then reads the screen
 * again. If someone else was faster, nothing is overwritten: their change is shown, with a message.
 */
export const useCuration = () => {
  const editing = useContext(EditingContext);
  const { revalidate } = useRevalidator();
  const newerOnScreen = useNewerOnScreen(editing?.revision);
  const unanswered = useRef<Unanswered>(undefined);
  if (!editing) throw new Error('An editor stands outside of a concept.');
  const isInDoubt = (key: string) => unanswered.current?.key === key;
  const change = async <Name extends CommandName>(name: Name, payload: BodyFor<Name>, key: string) => {
    const before = unanswered.current;
    // A possible repeat is sent again with the revision of the first attempt.
    const { revision } = before?.key === key ? before : editing;
    unanswered.current = undefined;
    try {
      await command(name, payload, { revision, key });
    } catch (failure) {
      if (!isConflict(failure)) {
        if (outcomeOf(failure, true) === 'unknown') unanswered.current = { key, revision };
        throw failure;
      }
      await revalidate();
      // They are about to look at the newer state, and to base theirs on it.
      await newerOnScreen(editing.revision);
      throw overtaken(before, key);
    }
    await revalidate();
  };
  return {
    ...editing,
    change,
    /** Whether this key was sent before, with unknown outcome. */
    isInDoubt,
  };
};
