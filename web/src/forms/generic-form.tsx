import { type FormEvent, type KeyboardEvent, lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { Button } from '../components/button/button.js';
import { Control } from './controls.js';
import { ErrorSummary } from './error-summary.js';
import { FieldFrame, idOf } from './field-frame.js';
import styles from './form.module.css';
import type { FormValues } from './form-field.js';
import { currentValue, submitsOnEnter } from './form-rules.js';
import { type FormSettings, useForm } from './use-form.js';

// Lazy, since few forms delete and the confirmation needs a dialog; it loads once the button is shown.
const DeleteButton = lazy(async () => ({ default: (await import('./delete-button.js')).DeleteButton }));

interface GenericFormProps<State> extends FormSettings<State> {
  /** Accessible name of the form. */
  readonly label: string;
  readonly submitLabel?: string;
  /** The button's label while sending. */
  readonly busyLabel?: string;
  readonly submitOnEnter?: boolean;
  /** Asks for confirmation before sending. */
  readonly isProtected?: boolean;
  /** Adds a button that posts an empty object there. */
  readonly deleteUrl?: string;
  readonly onDeleted?: () => void;
  /** Further actions, next to the submit button; they may fill in values. */
  readonly moreActions?: ReactNode | ((fill: (values: FormValues) => void) => ReactNode);
}

const DoubleCheck = ({ onNevermind }: { onNevermind: () => void }) => (
  <div className={styles.protected} role="alert">
    <p>This form is protected, please double check your work.</p>
    <div>
      <Button variant="quiet" onClick={onNevermind}>
        Nevermind
      </Button>
    </div>
  </div>
);

/** The only form component: fields as data, one set of rules. */
export const GenericForm = <State extends object = Record<string, unknown>>(
  props: GenericFormProps<State>,
) => {
  const { fields, label, submitOnEnter = true, isProtected = false, deleteUrl } = props;
  const { submitLabel = 'Save', busyLabel = 'Saving…', moreActions } = props;
  const formId = useId();
  const form = useForm(props);
  const [doubting, setDoubting] = useState(false);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isProtected && !doubting) {
      if (form.check()) setDoubting(true);
      return;
    }
    setDoubting(false);
    void form.submitOnce();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    const { tagName, type } = event.target as HTMLInputElement;
    if (!submitsOnEnter(event.key, { tagName, type })) return;
    event.preventDefault();
    if (submitOnEnter) event.currentTarget.requestSubmit();
  };

  return (
    <form
      className={styles.form}
      aria-label={label}
      noValidate
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      onBlur={({ target }) => 'name' in target && form.checkOnLeaving(String(target.name))}
    >
      <ErrorSummary formId={formId} fields={fields} {...form.failure} />
      {fields.map((field) => {
        const [id, error] = [idOf(formId, field), form.failure.errors[field.name]];
        return (
          <FieldFrame key={field.name} id={id} field={field} error={error}>
            <Control
              id={id}
              field={field}
              value={currentValue(field, form.values)}
              error={error}
              onChange={(value) => form.change(field.name, value)}
              onBusy={form.onBusy}
              onFill={form.fill}
              onFillLater={form.fillLater}
            />
          </FieldFrame>
        );
      })}
      {doubting && <DoubleCheck onNevermind={() => setDoubting(false)} />}
      <div className={styles.actions}>
        <Button type="submit" disabled={form.saving || form.uploading}>
          {form.uploading ? 'Waiting for File Upload...' : form.saving ? busyLabel : submitLabel}
        </Button>
        {typeof moreActions === 'function' ? moreActions(form.fill) : moreActions}
        {deleteUrl && (
          <Suspense>
            <DeleteButton url={deleteUrl} onDeleted={props.onDeleted} />
          </Suspense>
        )}
      </div>
    </form>
  );
};
