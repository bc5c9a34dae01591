import { delayAfter } from '@groundswell/domain/back-off';
import { isLater } from '../../api/positions.js';
import type { Answered } from '../../api/queries.js';

/** A reading that failed leaves the data on screen as it is. */
const brings = (answered: Answered<unknown>, shown: Answered<unknown> | undefined): boolean =>
  answered.data !== shown?.data;

/** Also at the same position: the source of some figures may have stood still, or its tables were replaced. */
const differs = (answered: Answered<unknown>, shown: Answered<unknown>): boolean =>
  answered.position !== shown.position || JSON.stringify(answered.data) !== JSON.stringify(shown.data);

/** Milliseconds between two readings of a screen that stays behind, at most. */
const most = 30_000;

interface CatchingUpOptions {
  /** Milliseconds within which successive changes cause one reading. */
  readonly pace: number;
  readonly readAgain: () => void;
  /** A reading has brought something new. */
  readonly onUpdated: () => void;
}

/**
 * Has a screen read again when a change came after what it shows. One request at a time: where changes come faster than
 * answers, each answer is still shown. Where the answers stay behind or fail, it asks less and less often.
 */
export const catchingUp = ({ pace, readAgain, onUpdated }: CatchingUpOptions) => {
  let newest = '0';
  /** Something may differ although its position is not later. */
  let owed = false;
  /** The reading under way is to bring it. */
  let awaited = false;
  let shown: Answered<unknown> | undefined;
  /** What was shown when it was last read again: until another answer is there, the request is under way. */
  let asked: Answered<unknown> | undefined;
  let inVain = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const ask = () => {
    stop();
    asked = shown;
    awaited = owed;
    owed = false;
    inVain += 1;
    readAgain();
  };
  const plan = () => {
    const isBehind = shown?.position != null && (owed || isLater(newest, shown.position));
    if (!isBehind) inVain = 0;
    if (isBehind && asked !== shown) timer ??= setTimeout(ask, delayAfter(inVain + 1, { first: pace, most }));
  };

  return {
    stop,
    /** @param isReplaced what is on screen may differ at any position */
    heard(position: string, isReplaced = false) {
      const isNew = isLater(position, newest);
      if (!isNew && !isReplaced) return;
      if (isNew) newest = position;
      owed ||= isReplaced;
      // Only a wait that was made longer is given up: otherwise changes that keep coming would put it off.
      if (inVain > 0) stop();
      inVain = 0;
      plan();
    },
    shows(answered: Answered<unknown>) {
      if (shown && asked === shown && answered !== shown) {
        if (!brings(answered, shown)) owed ||= awaited;
        else if (differs(answered, shown)) onUpdated();
      }
      shown = answered;
      plan();
    },
  };
};
