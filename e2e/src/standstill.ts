/**
 * Callers that await `held` wait until the test continues: an answer on its way, a screen that is loading.
 */
export const standstill = (): { readonly held: Promise<void>; readonly letGo: () => void } => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { held, letGo };
};
