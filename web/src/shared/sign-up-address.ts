/** Address to join the waitlist, for the trend on screen if there is one. */
export const signUpAddress = (conceptId: string | undefined): string =>
  conceptId ? `/sign_up?concept_id=${encodeURIComponent(conceptId)}` : '/sign_up';
