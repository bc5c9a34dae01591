import { dateOf } from '@groundswell/domain/calendar';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { refuse } from '../http/refusal.js';
import { firstOpen, type Session } from './calendar.js';
import type { Market } from './market.js';
import { newYorkText } from './new-york-text.js';

const dateSchema = z
  .string()
  .refine((text) => /^\d{4}-\d{2}-\d{2}(T|$)/.test(text) && !Number.isNaN(Date.parse(text)))
  .transform((text) => text.slice(0, 10));

const querySchema = z.object({
  start: dateSchema.default('1970-01-01'),
  end: dateSchema.default('2099-12-31'),
  date_type: z.enum(['TRADING', 'SETTLEMENT']).default('TRADING'),
});

/** Trades settle on the next session (T+1, since May 2024). */
const settlementOf = (sessions: readonly Session[], index: number): string =>
  sessions[index + 1]?.date ?? dateOf((sessions[index]?.day ?? 0) + 1);

/** Sessions of US stocks with their hours, and whether the market is open right now. */
export const calendarRoutes = (server: FastifyInstance, market: Market): void => {
  const days = market.sessions.map(({ date, open, close }, index) => ({
    date,
    open,
    close,
    session_open: '0400',
    session_close: close === '13:00' ? '1700' : '2000',
    settlement_date: settlementOf(market.sessions, index),
  }));

  server.get('/v1/calendar', (request, reply) => {
    const query = querySchema.safeParse(request.query);
    if (!query.success) return refuse(reply, 422, 'invalid format for parameter start or end', 42210000);
    const { start, end, date_type } = query.data;
    return days.filter(({ date, settlement_date }) => {
      const counted = date_type === 'TRADING' ? date : settlement_date;
      return counted >= start && counted <= end;
    });
  });

  server.get('/v1/clock', () => {
    const now = market.now();
    const index = firstOpen(market.sessions, now);
    const current = market.sessions[index];
    const open = current !== undefined && current.opensAt <= now;
    const next = market.sessions[open ? index + 1 : index];
    return {
      timestamp: newYorkText(now),
      is_open: open,
      next_open: newYorkText(next?.opensAt ?? now),
      next_close: newYorkText(current?.closesAt ?? now),
    };
  });
};
