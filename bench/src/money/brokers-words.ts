import type { MoneyInstance } from './instance.js';
import { logsOf } from './logs.js';
import { brokersWords } from './plan-faults.js';

/** Places where words of the broker stand that belong in the vault alone: events, and what the parts say. */
export const placesOfBrokersWords = async (instance: MoneyInstance): Promise<string[]> => {
  const places: string[] = [];
  for await (const batch of instance.eventStore.readStoredLog()) {
    for (const { stream, type, data, metadata } of batch) {
      if (JSON.stringify([data, metadata]).includes(brokersWords)) places.push(`${type} in ${stream}`);
    }
  }
  for (const [part, text] of logsOf(instance))
    if (text.includes(brokersWords)) places.push(`the log of ${part}`);
  return places;
};
