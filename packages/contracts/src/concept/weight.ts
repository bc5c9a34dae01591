import { z } from 'zod';

/** Share of a concept in basis points: 1 is 0.01%, 10 000 is the whole. */
export const weightSchema = z.number().int().min(1).max(10_000);
export const wholeWeight = 10_000;

/** Allocations that a trend can have, and one rebalance can set. */
export const mostAllocations = 500;

const percentPattern = /^\d{1,3}(\.\d{1,2})?$/;
const percentMessage = 'Enter a percentage above 0 and up to 100, with at most two decimals.';

/** A percentage as people write it (`12.5` or `"12.50"`), converted exactly to basis points. */
export const percentSchema = z
  .union([z.number(), z.string()], { error: percentMessage })
  .transform((value, context) => {
    const text = String(value).trim();
    const weight = percentPattern.test(text) ? basisPointsOf(text) : 0;
    if (weight < 1 || weight > wholeWeight) {
      context.issues.push({ code: 'custom', message: percentMessage, input: value });
      return z.NEVER;
    }
    return weight;
  });

const basisPointsOf = (text: string): number => {
  const [whole = '0', decimals = ''] = text.split('.');
  return Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
};
