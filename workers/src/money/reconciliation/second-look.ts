/**
 * What comparisons found wrong for people, as texts that identify a finding. A finding is reported only when
 * two comparisons in a row made it: the broker's list and its cash may be behind for a moment.
 */
export interface SecondLook {
  /** Records what this comparison found. @returns what the previous one had found as well */
  confirmed(userId: string, found: readonly string[]): ReadonlySet<string>;
  /** People with a finding that needs a second comparison. */
  waiting(): readonly string[];
}

/** Lost with the process; the next comparison then counts as the first. */
export const openSecondLook = (): SecondLook => {
  const before = new Map<string, ReadonlySet<string>>();
  return {
    confirmed(userId, found) {
      const known = before.get(userId);
      if (found.length > 0) before.set(userId, new Set(found));
      else before.delete(userId);
      return new Set(found.filter((finding) => known?.has(finding)));
    },
    waiting: () => [...before.keys()],
  };
};
