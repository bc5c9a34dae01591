/** Shares one pending answer among all who ask meanwhile: a question that many ask at once is asked once. */
export const askedOnce = <Answer>(ask: () => Promise<Answer>): (() => Promise<Answer>) => {
  let due: Promise<Answer> | undefined;
  return () => {
    due ??= ask().finally(() => {
      due = undefined;
    });
    return due;
  };
};
