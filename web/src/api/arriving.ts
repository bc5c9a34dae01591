/**
 * For a loader that hands on a promise: a failure is shown where it is awaited, and is not unheard-of before that.
 */
export const arriving = <Data>(answer: Promise<Data>): Promise<Data> => {
  answer.catch(() => undefined);
  return answer;
};
