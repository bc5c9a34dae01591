import { useEffect, useRef, useState } from 'react';
import { concatMap, debounce, Subject, timer } from 'rxjs';
import { ApiError } from '../../api/api-error.js';
import { command } from '../../api/browser-client.js';
import type { FormValues } from '../../forms/form-field.js';
import { draftOf } from './draft.js';

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

/** Saves the draft, one request at a time, so that an older one never overwrites a newer one. */
export const useDraftSaving = () => {
  const [saving, setSaving] = useState<Saving>({ state: 'nothing' });
  const typed = useRef(new Subject<Typed>());
  const unsaved = useRef<FormValues>(undefined);

  useEffect(() => {
    const save = async (values: FormValues) => {
      if (unsaved.current !== values) return;
      try {
        await command('saveApplicationDraft', draftOf(values));
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
    /** The screen is left while typing: the last values are saved too, even when the tab is closed. */
    const saveLast = () => {
      if (unsaved.current)
        command('saveApplicationDraft', draftOf(unsaved.current), { keepalive: true }).catch(() => undefined);
    };
    addEventListener('pagehide', saveLast);
    return () => {
      removeEventListener('pagehide', saveLast);
      subscription.unsubscribe();
      saveLast();
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
