import { useRef, useState } from 'react';
import { ApiError } from '../api/api-error.js';
import { newKey } from '../api/browser-client.js';
import { type Keyed, keyedFor } from '../shared/attempt/attempt.js';
import type { FieldErrors, FieldOf, FieldValue, FormField, FormValues } from './form-field.js';
import { cleanedState, currentValue, initialValues, missingFields } from './form-rules.js';
import { useAfterPress } from './use-after-press.js';

/** Settings of a form that sends a `State`, such as the body of a call. */
export interface FormSettings<State> {
  readonly fields: readonly FieldOf<NoInfer<State>>[];
  /** Sends the cleaned state. The key stays the same while the same values are sent again after a failure. */
  readonly submit: (state: State, key: string) => Promise<unknown>;
  /** Rules beyond "must be filled out": messages by field name. */
  readonly validate?: (state: Record<string, unknown>) => FieldErrors;
  readonly onSuccess?: () => void;
  readonly clearAfterSuccess?: boolean;
  /** Called with each change, for callers that save what was typed. */
  readonly onValues?: (values: FormValues) => void;
}

interface Failure {
  readonly errors: FieldErrors;
  readonly general: string | undefined;
  readonly attempt: number;
  /**
   * Fields with errors in the last attempt to submit. The summary lists these, but not fields that were only left.
   */
  readonly summed: readonly string[];
}

const none: Failure = { errors: {}, general: undefined, attempt: 0, summed: [] };

type Found = Pick<Failure, 'errors' | 'general'>;

const isEmpty = (errors: FieldErrors) => Object.keys(errors).length === 0;

const without = (errors: FieldErrors, names: readonly string[]): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)));

/** The rest of a failure after some of its fields have changed. */
const mended = (before: Failure, names: readonly string[], left: FieldErrors): Failure => {
  const gone = names.filter((name) => !left[name]);
  if (gone.length === 0) return before;
  return {
    ...before,
    errors: without(before.errors, gone),
    general: undefined,
    summed: before.summed.filter((name) => !gone.includes(name)),
  };
};

/** Errors of this form's fields are shown next to them, others above the form. */
const failureOf = (caught: unknown, fields: readonly FormField[]): Found => {
  if (!(caught instanceof ApiError)) throw caught;
  const known = fields.map(({ name }) => name);
  const errors = Object.fromEntries(Object.entries(caught.fields).filter(([name]) => known.includes(name)));
  return { errors, general: isEmpty(errors) ? caught.message : undefined };
};

/** State and rules of one form: values, errors, and whether it is being sent. */
export const useForm = <State extends object>(settings: FormSettings<State>) => {
  const { fields, submit, validate, onSuccess, clearAfterSuccess, onValues } = settings;
  // What was typed stays when data is read again; an untouched field follows the data.
  const [typed, setTyped] = useState<FormValues>({});
  const latest = useRef(typed);
  const values = { ...initialValues(fields), ...typed };
  const [failure, setFailure] = useState(none);
  const [saving, setSaving] = useState(false);
  const [uploads, setUploads] = useState(0);
  const keyed = useRef<Keyed>(undefined);
  const inFlight = useRef(false);
  const afterPress = useAfterPress();

  const errorsIn = (candidate: FormValues): FieldErrors => {
    const missing = missingFields(fields, candidate);
    return { ...validate?.(cleanedState(fields, candidate)), ...missing };
  };

  /** Also for filled-in values: clears the errors that this fixes. */
  const fill = (filled: FormValues) => {
    latest.current = { ...latest.current, ...filled };
    setTyped(latest.current);
    const next = { ...initialValues(fields), ...latest.current };
    onValues?.(next);
    setFailure((before) => {
      const blamed = Object.keys(filled).filter((name) => before.errors[name]);
      return blamed.length === 0 ? before : mended(before, blamed, errorsIn(next));
    });
  };

  const change = (name: string, value: FieldValue) => fill({ [name]: value });

  const fail = (found: Found) =>
    setFailure(({ attempt }) => ({ ...found, attempt: attempt + 1, summed: Object.keys(found.errors) }));

  const send = async () => {
    inFlight.current = true;
    setSaving(true);
    const state = cleanedState(fields, values);
    keyed.current = keyedFor(keyed.current, state, newKey);
    try {
      // The fields' names are from `State`, and the contract's rules or the server check their values.
      await submit(state as State, keyed.current.key);
      keyed.current = undefined;
      setFailure(none);
      if (clearAfterSuccess) {
        latest.current = {};
        setTyped(latest.current);
      }
      onSuccess?.();
    } catch (caught) {
      fail(failureOf(caught, fields));
    } finally {
      inFlight.current = false;
      setSaving(false);
    }
  };

  /** Whether everything is filled in correctly; shows what is not. */
  const check = (): boolean => {
    const errors = errorsIn(values);
    if (isEmpty(errors)) return true;
    fail({ errors, general: undefined });
    return false;
  };

  /** Ignores a second submission while one is in progress. */
  const submitOnce = async () => {
    if (inFlight.current || uploads > 0 || !check()) return;
    await send();
  };

  const judge = (name: string) => {
    const field = fields.find((candidate) => candidate.name === name);
    const now = { ...initialValues(fields), ...latest.current };
    const isFilled = field && currentValue(field, now).length > 0;
    const error = isFilled ? validate?.(cleanedState(fields, now))[name] : undefined;
    if (error) setFailure((before) => ({ ...before, errors: { ...before.errors, [name]: error } }));
  };

  /** A value is checked when its field is left, never while typing; an empty one only on submission. */
  const checkOnLeaving = (name: string) => afterPress(() => judge(name));

  return {
    values,
    failure,
    saving,
    uploading: uploads > 0,
    change,
    fill,
    check,
    submitOnce,
    checkOnLeaving,
    onBusy: (busy: boolean) => setUploads((count) => count + (busy ? 1 : -1)),
  };
};
