import { useEffect, useRef, useState } from 'react';
import { concatMap, debounce, Subject, timer } from 'rxjs';
import { command } from '../../api/browser-client.js';
import type { FormValues } from '../../forms/form-field.js';
import { draftOf } from './draft.js';

/** Milliseconds without typing after which the draft is saved. */
const pause = 700;

export type Saving = 'nothing' | 'under-way' | 'saved' | 'failed';

interface Typed {
  readonly values: FormValues;
  readonly atOnce: boolean;
}

/** Saves the draft, one request at a time, so that an older one never overwrites a newer one. */
export const useDraftSaving = () => {
  const [saving, setSaving] = useState<Saving>('nothing');
  const typed = useRef(new Subject<Typed>());
  const unsaved = useRef<FormValues>(undefined);

  useEffect(() => {
    const save = async (values: FormValues) => {
      try {
        await command('saveApplicationDraft', draftOf(values));
        if (unsaved.current !== values) return;
        unsaved.current = undefined;
        setSaving('saved');
      } catch {
        // Shown next to the form; the next change tries again.
        setSaving('failed');
      }
    };
    const subscription = typed.current
      .pipe(
        debounce(({ atOnce }) => timer(atOnce ? 0 : pause)),
        concatMap(({ values }) => save(values)),
      )
      .subscribe();
    return () => {
      subscription.unsubscribe();
      // The screen was left while typing: the last values are saved too.
      if (unsaved.current) command('saveApplicationDraft', draftOf(unsaved.current)).catch(() => undefined);
      unsaved.current = undefined;
    };
  }, []);

  const keep = (values: FormValues, atOnce = false) => {
    unsaved.current = values;
    setSaving('under-way');
    typed.current.next({ values, atOnce });
  };
  /** Stops saving: the application was sent. */
  const done = () => {
    unsaved.current = undefined;
  };
  return { saving, keep, done };
};
