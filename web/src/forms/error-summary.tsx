import { useEffect, useRef } from 'react';
import { idOf } from './field-frame.js';
import styles from './form.module.css';
import type { FieldErrors, FormField } from './form-field.js';

interface ErrorSummaryProps {
  formId: string;
  fields: readonly FormField[];
  errors: FieldErrors;
  /** Names of the fields it lists. */
  summed: readonly string[];
  /** What is wrong with the form as a whole. */
  general: string | undefined;
  /** Grows with every failed submission, which moves the focus to the summary. */
  attempt: number;
}

/** All errors of the last attempt to submit in one place, with a link to each field. */
export const ErrorSummary = ({ formId, fields, errors, summed, general, attempt }: ErrorSummaryProps) => {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt > 0) summary.current?.focus();
  }, [attempt]);
  const wrong = fields.filter(({ name }) => errors[name] && summed.includes(name));
  if (wrong.length === 0 && !general) return null;
  return (
    <div className={styles.summary} ref={summary} tabIndex={-1} role="alert">
      {general ? <p>{general}</p> : <h2>Please fix the following</h2>}
      {wrong.length > 0 && (
        <ul>
          {wrong.map((field) => (
            <li key={field.name}>
              <a
                href={`#${idOf(formId, field)}`}
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(idOf(formId, field))?.focus();
                }}
              >
                {errors[field.name]}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
