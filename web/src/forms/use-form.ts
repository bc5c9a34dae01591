import { useState } from 'react';
import { formChecks } from './form-checks.js';
import { type Found, failedAgain, foundIn, isEmpty, mended, noFailure } from './form-failure.js';
import type { FieldErrors, FieldOf, FieldValue, FormValues } from './form-field.js';
import { cleanedState } from './form-rules.js';
import { useAfterPress } from './use-after-press.js';
import { useSending } from './use-sending.js';
import { useTyped } from './use-typed.js';

/** Settings of a form that sends a `State`, such as the body of a call. */
export interface FormSettings<State> {
  readonly fields: readonly FieldOf<NoInfer<State>>[];
  /** Sends the cleaned state. The key stays the same while the same values are sent again after a failure. */
  readonly submit: (state: State, key: string) => Promise<unknown>;
  /** Rules beyond "must be filled out": messages by field name. */
  readonly validate?: (state: Record<string, unknown>) => FieldErrors;
  /** The form stays busy until this has ended. */
  readonly onSuccess?: () => unknown;
  readonly clearAfterSuccess?: boolean;
  /** Called with each change, for callers that save what was typed. */
  readonly onValues?: (values: FormValues) => void;
}

/** State and rules of one form: values, errors, and whether it is being sent. */
export const useForm = <State extends object>(settings: FormSettings<State>) => {
  const { fields, submit, validate, onSuccess, clearAfterSuccess, onValues } = settings;
  const { errorsIn, errorOf } = formChecks(fields, validate);
  const typed = useTyped(fields);
  const { saving, isInFlight, send } = useSending();
  const [failure, setFailure] = useState(noFailure);
  const [uploads, setUploads] = useState(0);
  const afterPress = useAfterPress();

  /** Also for filled-in values: clears the errors that this fixes. */
  const fill = (filled: FormValues) => {
    typed.fill(filled);
    const next = typed.latestValues();
    onValues?.(next);
    setFailure((before) => {
      const blamed = Object.keys(filled).filter((name) => before.errors[name]);
      return blamed.length === 0 ? before : mended(before, blamed, errorsIn(next));
    });
  };

  /** Fills in what arrives later, except where something else was typed meanwhile. */
  const fillLater = () => {
    const before = typed.latestValues();
    return (found: FormValues) => {
      const now = typed.latestValues();
      fill(Object.fromEntries(Object.entries(found).filter(([name]) => now[name] === before[name])));
    };
  };

  const fail = (found: Found) => setFailure((before) => failedAgain(before, found));

  /** Whether everything is filled in correctly; shows what is not. */
  const check = (): boolean => {
    const errors = errorsIn(typed.values);
    if (isEmpty(errors)) return true;
    fail({ errors, general: undefined });
    return false;
  };

  const onSent = (sent: FormValues) => {
    setFailure(noFailure);
    if (clearAfterSuccess) typed.clear(sent);
    return onSuccess?.();
  };

  /** Ignores a second submission while one is in progress. */
  const submitOnce = async () => {
    if (isInFlight() || uploads > 0 || !check()) return;
    const state = cleanedState(fields, typed.values);
    await send({
      state,
      // The fields' names are from `State`, and the contract's rules or the server check their values.
      submit: (key) => submit(state as State, key),
      onSent: () => onSent(typed.values),
      onFailed: (caught) => fail(foundIn(caught, fields)),
    });
  };

  const judge = (name: string) => {
    const error = errorOf(name, typed.latestValues());
    if (error) setFailure((before) => ({ ...before, errors: { ...before.errors, [name]: error } }));
  };

  return {
    values: typed.values,
    failure,
    saving,
    uploading: uploads > 0,
    change: (name: string, value: FieldValue) => fill({ [name]: value }),
    fill,
    fillLater,
    check,
    submitOnce,
    /** A value is checked when its field is left, never while typing; an empty one only on submission. */
    checkOnLeaving: (name: string) => afterPress(() => judge(name)),
    onBusy: (busy: boolean) => setUploads((count) => count + (busy ? 1 : -1)),
  };
};
