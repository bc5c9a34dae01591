import { useEffect, useRef, useState } from 'react';
import { concatMap, debounce, Subject, timer } from 'rxjs';
import { ApiError } from '../../api/api-error.js';
import type { FormValues } from '../../forms/form-field.js';
import { draftOf } from './draft.js';
import { saveDraft, sendDraft } from './draft-saves.js';

/** Milliseconds without typing after which the draft is saved, and after a failure until the next try. */
const pauses = { typing: 700, failure: 5_000 } as const;

export type Saving =
  | { readonly state: 'nothing' | 'under-way' | 'saved' }
  | { readonly state: 'failed'; readonly why: string };

interface Typed {
  readonly values: FormValues;
  readonly after: number;
}

const reasonOf = (failure: unknown): string =>
  failure instanceof ApiError ? failure.message : 'Something unexpected happened.';

/** Saves the draft while it is typed, and what was typed last when the screen is left. */
export const useDraftSaving = () => {
  const [saving, setSaving] = useState<Saving>({ state: 'nothing' });
  const typed = useRef(new Subject<Typed>());
  const unsaved = useRef<FormValues>(undefined);

  useEffect(() => {
    const save = async (values: FormValues) => {
      if (unsaved.current !== values) return;
      try {
        await saveDraft(draftOf(values));
        if (unsaved.current !== values) return;
        unsaved.current = undefined;
        setSaving({ state: 'saved' });
      } catch (failure) {
        if (unsaved.current !== values) return;
        setSaving({ state: 'failed', why: reasonOf(failure) });
        typed.current.next({ values, after: pauses.failure });
      }
    };
    const subscription = typed.current
      .pipe(
        debounce(({ after }) => timer(after)),
        concatMap(({ values }) => save(values)),
      )
      .subscribe();
    /** The last values are saved even when the tab is closed: then there is no turn to wait for. */
    const saveAtOnce = () => {
      if (unsaved.current) sendDraft(draftOf(unsaved.current)).catch(() => undefined);
    };
    addEventListener('pagehide', saveAtOnce);
    return () => {
      removeEventListener('pagehide', saveAtOnce);
      subscription.unsubscribe();
      if (unsaved.current) saveDraft(draftOf(unsaved.current)).catch(() => undefined);
      unsaved.current = undefined;
    };
  }, []);

  const keep = (values: FormValues, atOnce = false) => {
    unsaved.current = values;
    setSaving({ state: 'under-way' });
    typed.current.next({ values, after: atOnce ? 0 : pauses.typing });
  };
  /** Stops saving: the application was sent. */
  const done = () => {
    unsaved.current = undefined;
  };
  return { saving, keep, done };
};
