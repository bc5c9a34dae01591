import { useRef, useState } from 'react';
import type { FormField, FormValues } from './form-field.js';
import { initialValues } from './form-rules.js';

/** A form's values. What was typed stays when data is read again; an untouched field follows the data. */
export const useTyped = (fields: readonly FormField[]) => {
  const [typed, setTyped] = useState<FormValues>({});
  const latest = useRef(typed);
  const set = (next: FormValues) => {
    latest.current = next;
    setTyped(next);
  };
  return {
    values: { ...initialValues(fields), ...typed },
    /** Also what was typed since the form was rendered. */
    latestValues: (): FormValues => ({ ...initialValues(fields), ...latest.current }),
    fill: (filled: FormValues) => set({ ...latest.current, ...filled }),
    clear: () => set({}),
  };
};
