import { createContext, type RefObject, useContext, useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router-dom';
import { ApiError, outrun } from '../../api/api-error.js';
import { revise } from '../../api/browser-client.js';
import type { BodyFor, CommandName, ResponseFor } from '../../api/endpoints.js';
import { outcomeOf } from '../../api/outcome.js';

interface Editing extends Pick<ResponseFor<'getConceptAllocations'>, 'concept' | 'revision'> {
  /** Revision of the last change made here, which the screen may show late. */
  readonly made: RefObject<string>;
}

/** The concept being edited, as last read. */
export const EditingContext = createContext<Editing | undefined>(undefined);

/** Milliseconds to wait for a newer state of the concept on screen. */
const patience = 5_000;

const byOthers = {
  what: 'Someone else changed this trend in the meantime, so your change wasn’t saved.',
  shown: 'The page now shows theirs. Review it, then save yours again.',
  unseen: 'Their change isn’t shown here yet. Once it is, review it, then save yours again.',
};

const perhapsByOneself = {
  what: 'This trend changed in the meantime, perhaps through an earlier attempt of yours that got no answer. This change wasn’t saved.',
  shown: 'The page now shows the latest. Review it, then try again.',
  unseen: 'The latest isn’t shown here yet. Once it is, review it, then try again.',
};

interface Unanswered {
  readonly key: string;
  /** Revision the change was based on. */
  readonly revision: string;
}

/** The message about a conflict: an earlier attempt without an answer may have been the other change. */
const overtaken = (before: Unanswered | undefined, key: string, isShown: boolean) => {
  const { what, shown, unseen } = before && before.key !== key ? perhapsByOneself : byOthers;
  return outrun(`${what} ${isShown ? shown : unseen}`);
};

const isConflict = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.code === 'RevisionConflict';

const isNewer = (revision: string, than: string): boolean => BigInt(revision) > BigInt(than);

/** Waits until the screen shows something newer than a revision, and resolves to whether it did before the timeout. */
const useNewerOnScreen = (revision: string) => {
  const shown = useRef(revision);
  const waiting = useRef(new Set<() => void>());
  useEffect(() => {
    shown.current = revision;
    for (const look of waiting.current) look();
  }, [revision]);
  return (than: string): Promise<boolean> =>
    new Promise((resolve) => {
      const look = () => {
        if (!isNewer(shown.current, than)) return;
        waiting.current.delete(look);
        resolve(true);
      };
      waiting.current.add(look);
      look();
      setTimeout(() => resolve(false), patience);
    });
};

/**
 * Sends changes of the concept on screen, based on the revision that was read or made here, and then reads the
 * screen again. If someone else was faster, nothing is overwritten: their change is shown, with a message.
 */
export const useCuration = () => {
  const editing = useContext(EditingContext);
  const { revalidate } = useRevalidator();
  const newerOnScreen = useNewerOnScreen(editing?.revision ?? '0');
  const unanswered = useRef<Unanswered>(undefined);
  if (!editing) throw new Error('An editor stands outside of a concept.');
  const isInDoubt = (key: string) => unanswered.current?.key === key;
  const change = async <Name extends CommandName>(name: Name, payload: BodyFor<Name>, key: string) => {
    const { made } = editing;
    const known = isNewer(made.current, editing.revision) ? made.current : editing.revision;
    const before = unanswered.current;
    // A possible repeat is sent again with the revision of the first attempt.
    const revision = before?.key === key ? before.revision : known;
    unanswered.current = undefined;
    try {
      made.current = (await revise(name, payload, { revision, key })) ?? made.current;
    } catch (failure) {
      if (!isConflict(failure)) {
        if (outcomeOf(failure, true) === 'unknown') unanswered.current = { key, revision };
        throw failure;
      }
      await revalidate();
      // They are about to look at the newer state, and to base theirs on it.
      throw overtaken(before, key, await newerOnScreen(known));
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
