/** Wakes the one who waits for it. */
export interface Bell {
  /** Also wakes the next one to wait, if no one waits now. */
  ring(): void;
  /** Resolves when it was rung since the last call, or after some milliseconds. */
  rung(atMost: number): Promise<void>;
}

export const createBell = (): Bell => {
  /** Set when it rings while no one waits. */
  let isNew = false;
  const noteIt = (): void => {
    isNew = true;
  };
  let wake = noteIt;
  return {
    ring: () => wake(),
    rung: (atMost) =>
      new Promise((resolve) => {
        const go = (): void => {
          clearTimeout(timer);
          isNew = false;
          wake = noteIt;
          resolve();
        };
        const timer = setTimeout(go, atMost);
        wake = go;
        if (isNew) go();
      }),
  };
};
