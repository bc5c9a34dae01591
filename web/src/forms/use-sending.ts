import { useRef, useState } from 'react';
import { newKey } from '../api/browser-client.js';
import { type Keyed, keyedFor } from '../shared/attempt/attempt.js';

interface Sending {
  readonly state: Record<string, unknown>;
  readonly submit: (key: string) => Promise<unknown>;
  /** Until it has ended, nothing can be sent again. */
  readonly onSent: () => unknown;
  readonly onFailed: (caught: unknown) => void;
}

/** Sends a form's state under a key that stays the same while the same state is sent again after a failure. */
export const useSending = () => {
  const [saving, setSaving] = useState(false);
  const keyed = useRef<Keyed>(undefined);
  const inFlight = useRef(false);

  const send = async ({ state, submit, onSent, onFailed }: Sending) => {
    inFlight.current = true;
    setSaving(true);
    keyed.current = keyedFor(keyed.current, state, newKey);
    try {
      await submit(keyed.current.key);
      keyed.current = undefined;
      await onSent();
    } catch (caught) {
      onFailed(caught);
    } finally {
      inFlight.current = false;
      setSaving(false);
    }
  };

  return { saving, isInFlight: () => inFlight.current, send };
};
