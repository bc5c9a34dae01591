import { useState } from 'react';
import type { Answered } from '../api/queries.js';
import type { Shown } from './last-good.js';
import { useLastGood } from './use-last-good.js';

/**
 * The same for what a screen can do without: undefined as long as nothing was loaded. It never fails, so what is shown around it
 * keeps its place, and a form there keeps what was typed.
 */
export const useLastKnown = <Data>(answer: Promise<Answered<Data>>): Promise<Shown<Data> | undefined> => {
  const shown = useLastGood(answer);
  const [known] = useState(() => new WeakMap<Promise<Shown<Data>>, Promise<Shown<Data> | undefined>>());
  // The same promise for the same answer: with a new one, React would wait again and again.
  const before = known.get(shown);
  if (before) return before;
  const next = shown.catch(() => undefined);
  known.set(shown, next);
  return next;
};
