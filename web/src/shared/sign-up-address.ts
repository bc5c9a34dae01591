/** Where to join the waitlist: for a trend when one is on screen. */
export const signUpAddress = (conceptId: string | undefined): string =>
  conceptId ? `/sign_up?concept_id=${encodeURIComponent(conceptId)}` : '/sign_up';
