import { faultCodeOf } from './faults.js';

/** Running parts matter more than a note about them: a full disk stops none. */
export const noteOrSay = (note: () => void, say: (code: string) => void): void => {
  try {
    note();
  } catch (fault) {
    say(faultCodeOf(fault));
  }
};
