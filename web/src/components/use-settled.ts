import { useState } from 'react';

interface Settling<Value> {
  readonly chosen: Value;
  /** The address's value when last checked. */
  readonly seen: Value;
  /** The value the address is changing to; until it arrives, older values are ignored. */
  readonly awaited: Value | undefined;
}

/**
 * A value in the URL, shown as chosen at once: a navigation takes a moment, and a control must not lag behind
 * a click or drop letters. Follows the URL when that changes otherwise.
 */
export const useSettled = <Value extends string>(settled: Value): [Value, (next: Value) => void] => {
  const [state, setState] = useState<Settling<Value>>({ chosen: settled, seen: settled, awaited: undefined });
  if (settled !== state.seen) {
    const arrived = state.awaited === undefined || state.awaited === settled;
    setState(arrived ? { chosen: settled, seen: settled, awaited: undefined } : { ...state, seen: settled });
  }
  const choose = (next: Value) =>
    setState((current) => ({ ...current, chosen: next, awaited: next === current.seen ? undefined : next }));
  return [state.chosen, choose];
};
