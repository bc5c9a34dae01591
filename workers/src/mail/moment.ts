/** Days and times are New York's, as on the screens. */
export const newYork = { timeZone: 'America/New_York' } as const;

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', ...newYork });

/** `November 20, 2026 at 10:04 AM ET`. @param instant ISO 8601 */
export const momentOf = (instant: string): string => `${moment.format(new Date(instant))} ET`;
