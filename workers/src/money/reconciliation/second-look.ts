/**
 * What looks at people found wrong, as texts that tell one finding from another. Someone is told only of what two looks in
 * a row have found: the broker's list and its cash may be behind for a moment.
 */
export interface SecondLook {
  /** Notes what this look has found. @returns what the one before had found as well */
  confirmed(userId: string, found: readonly string[]): ReadonlySet<string>;
  /** People of whom a first look has found something, so that a second one is due. */
  waiting(): readonly string[];
}

/** Lost with the process, which makes the next look a first one. */
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
