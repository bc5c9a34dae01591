import { useRef, useState } from 'react';
import { newKey } from '../../api/browser-client.js';
import { type Outcome, outcomeOf } from '../../api/outcome.js';
import { type Keyed, keyedFor } from './attempt.js';

export interface Failed {
  readonly outcome: Outcome;
  readonly failure: unknown;
}

interface Attempt {
  /** Everything that is sent: other values are another attempt with another key. */
  readonly values: unknown;
  readonly act: (key: string) => Promise<unknown>;
  /** Until it has ended, nothing can be pressed again. */
  readonly onDone?: (() => unknown) | undefined;
}

const failureOf = async (work: Promise<unknown>): Promise<{ failure: unknown } | undefined> => {
  try {
    await work;
    return undefined;
  } catch (failure) {
    return { failure };
  }
};

/** Runs one attempt at a time; a repeat after a lost answer takes effect once. */
export const useAttempt = () => {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Failed>();
  const keyed = useRef<Keyed>(undefined);
  const inFlight = useRef(false);
  const inDoubt = useRef(false);

  const attempt = async ({ values, act, onDone }: Attempt): Promise<void> => {
    // Checked before rendering, so that a double click submits only once.
    if (inFlight.current) return;
    inFlight.current = true;
    setBusy(true);
    setFailed(undefined);
    keyed.current = keyedFor(keyed.current, values, newKey);
    try {
      const failure = await failureOf(act(keyed.current.key));
      const outcome = failure && outcomeOf(failure.failure, inDoubt.current);
      inDoubt.current = outcome === 'unknown';
      if (failure && outcome) return setFailed({ outcome, ...failure });
      keyed.current = undefined;
      await onDone?.();
    } finally {
      inFlight.current = false;
      setBusy(false);
    }
  };

  return {
    busy,
    failed,
    attempt,
    /** Whether these values were sent before, with unknown outcome. */
    isInDoubt: (values: unknown): boolean =>
      inDoubt.current && keyed.current?.values === JSON.stringify(values),
  };
};
