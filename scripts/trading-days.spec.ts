import { describe, expect, it } from 'vitest';
import { sessionsOf } from '../packages/broker-sandbox/src/market/calendar.js';
import { tradingDayOf as sandboxDayOf } from '../packages/broker-sandbox/src/transfers/trading-day.js';
import { tradingDayOf } from '../packages/domain/src/calendar/index.js';

const hour = 3_600_000;

describe('the day that a transfer counts for', { timeout: 60_000 }, () => {
  it.each([2026, 2027, 2028, 2029, 2030])(
    'is the same here and at the broker, at each hour of %i',
    (year) => {
      const sessions = sessionsOf(year, year + 1);
      const different: string[] = [];
      for (let moment = Date.UTC(year, 0, 1); moment < Date.UTC(year + 1, 0, 1); moment += hour) {
        const [ours, theirs] = [tradingDayOf(new Date(moment)), sandboxDayOf(sessions, moment)];
        if (ours !== theirs) different.push(`${new Date(moment).toISOString()}: ${ours}, not ${theirs}`);
      }
      expect(different).toEqual([]);
    },
  );
});
