/** For loaders that return a promise: marks a failure as handled until it is awaited and shown. */
export const arriving = <Data>(answer: Promise<Data>): Promise<Data> => {
  answer.catch(() => undefined);
  return answer;
};
