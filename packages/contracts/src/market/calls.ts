import { z } from 'zod';
import { conceptFields, dateField } from '../concept/fields.js';
import { defineCall } from '../http/call.js';
import { routes } from '../http/routes.js';

/** The recorded prices behind every performance figure. */
export const marketCalls = {
  getReturns: defineCall({
    ...routes.getReturns,
    summary: 'The recorded daily returns of one symbol, oldest first, 500 days at a time',
    access: 'public',
    cost: 'read',
    query: z.object({
      symbol: conceptFields.symbol,
      /** Only days after this one, for paging. */
      after: dateField.optional(),
    }),
    response: z.object({
      symbol: z.string(),
      returns: z.array(
        z.object({
          date: z.string(),
          /** Since the symbol's previous recorded day, dividends and splits included; null on its first day. */
          total_return: z.string().nullable(),
        }),
      ),
      /** `after` for the next page; null on the last one. */
      next: z.string().nullable(),
    }),
  }),
} as const;
