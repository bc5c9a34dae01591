import { useState } from 'react';

interface Settling<Value> {
  readonly chosen: Value;
  /** What the address held when last looked at. */
  readonly seen: Value;
  /** What the address is on its way to: until it is there, older values passing by change nothing. */
  readonly awaited: Value | undefined;
}

/**
 * A value that the address holds, shown as chosen at once: a navigation takes a moment, and a control that lags
 * behind its own click or drops letters is none. Follows the address when that changes by itself.
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
