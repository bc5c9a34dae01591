import type { Broker } from '@groundswell/broker';
import { dateAfter } from '@groundswell/domain/calendar';

/** Milliseconds after midnight UTC until crypto bars of the previous day are settled. Stocks closed hours earlier. */
const settling = 5 * 60_000;

/** Days. No holiday closes the market for longer. */
const longestClosure = 14;

/**
 * Finds the last session whose prices are available. Sessions and holidays come from the broker's calendar. A
 * session is ready once its calendar day is over everywhere, for stocks and crypto alike.
 */
export const readySession = (broker: Pick<Broker, 'calendar'>) => {
  let known: { readonly day: string; readonly session: string } | undefined;
  return async (now: Date): Promise<string> => {
    const day = dateAfter(new Date(now.getTime() - settling).toISOString().slice(0, 10), -1);
    if (known?.day === day) return known.session;
    const sessions = await broker.calendar(dateAfter(day, -longestClosure), day);
    const session = sessions.at(-1)?.date;
    if (session === undefined)
      throw new Error(`the broker's calendar has no session in the two weeks up to ${day}`);
    known = { day, session };
    return session;
  };
};
