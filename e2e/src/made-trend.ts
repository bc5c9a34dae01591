import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import type { OpenInstance } from './instance.js';

interface Answered {
  readonly id: string;
  readonly access: string;
}

/** Repeats with the same key until the broker can be asked which tickers exist. */
const command = (origin: string, token: string, path: string, body: unknown): Promise<Answered> => {
  const key = randomUUID();
  const ask = async () => {
    const answer = await fetch(new URL(path, origin), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    });
    expect([path, answer.status]).toEqual([path, 200]);
    return (await answer.json()) as Answered;
  };
  return vi.waitFor(ask, { timeout: 60_000, interval: 500 });
};

/**
 * Makes trends as staff do, for specs that change them at an instance that others use, too.
 * @returns makes one: its name, which no other has, and the percentage of each symbol
 */
export const startMaking = async ({ url, signIns }: OpenInstance) => {
  const { access } = await command(url, '', '/user/token/', signIns.staff);
  const make = (path: string, body: unknown) => command(url, access, path, body);
  return async (name: string, weights: Readonly<Record<string, number>> = {}): Promise<string> => {
    const { id } = await make('/api/create_new_concept/', { name, description: `About ${name}.` });
    const part = { concept_id: id, name: 'All', description: 'All of it.' };
    const { id: subConcept } = await make('/api/create_new_sub_concept/', part);
    for (const [symbol, percent] of Object.entries(weights)) {
      await make('/api/create_stock_allocation/', {
        company_name: symbol,
        stock_symbol: symbol,
        percentage_allocation: percent,
        sub_concept: subConcept,
      });
    }
    return id;
  };
};
