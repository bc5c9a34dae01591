import { useRef, useState } from 'react';
import type { FormField, FormValues } from './form-field.js';
import { initialValues } from './form-rules.js';

interface Saved {
  readonly values: FormValues;
  /** The fields' initial values when these were sent, as JSON. */
  readonly over: string;
}

/** A form's values. What was typed stays when data is read again; an untouched field follows the data. */
export const useTyped = (fields: readonly FormField[]) => {
  const [typed, setTyped] = useState<FormValues>({});
  const [saved, setSaved] = useState<Saved>();
  const latest = useRef(typed);
  const set = (next: FormValues) => {
    latest.current = next;
    setTyped(next);
  };
  const initial = initialValues(fields);
  const over = JSON.stringify(initial);
  if (saved && saved.over !== over) setSaved(undefined);
  const known = { ...initial, ...saved?.values };
  return {
    values: { ...known, ...typed },
    /** Also what was typed since the form was rendered. */
    latestValues: (): FormValues => ({ ...known, ...latest.current }),
    fill: (filled: FormValues) => set({ ...latest.current, ...filled }),
    /**
     * After these values were sent: the defaults again, except for what was typed meanwhile, and for what was saved, which is
     * shown until the data says something else.
     */
    clear: (sent: FormValues) => {
      const following = fields.filter(({ name, isSaved }) => isSaved && name in typed);
      setSaved({ values: Object.fromEntries(following.map(({ name }) => [name, sent[name] ?? ''])), over });
      set(Object.fromEntries(Object.entries(latest.current).filter(([name, value]) => value !== sent[name])));
    },
  };
};
