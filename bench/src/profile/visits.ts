import { randomUUID } from 'node:crypto';
import { calls } from '@groundswell/contracts';
import type { MoneyInstance } from '../money/instance.js';
import { addressOf, get, post } from '../transfers/load.js';
import type { Journey } from './journey.js';

const concepts = 20;
const networks = 40;

/** Visitors who open the list of trends and one of them: what their browser asks the services for. */
export const openVisiting = async (instance: MoneyInstance): Promise<Journey> => {
  const token = (await instance.register('curator@example.com', 'staff')).newToken();
  const ids: string[] = [];
  for (let n = 0; n < concepts; n += 1) {
    const created = await post({
      from: addressOf(n),
      url: `${instance.commandUrls[0]}${calls.createNewConcept.path}`,
      headers: { authorization: `Bearer ${token}` },
      body: { name: `Trend ${randomUUID()}`, description: 'Looked at over and over.' },
    });
    ids.push(String(created.id));
  }
  return {
    words: 'A visitor’s two pages, the list and a trend',
    warmUp: { count: 1_500, perSecond: 100 },
    rates: [1, 20, 200],
    async go(index) {
      const began = performance.now();
      const id = ids[index % concepts];
      const ask = (path: string) => get(addressOf(index % networks), `${instance.queryUrls[0]}${path}`);
      await ask(calls.getConcepts.path);
      await Promise.all([
        ask(`${calls.getConcept.path}?concept_id=${id}`),
        ask(`${calls.getConceptChanges.path}?concept_id=${id}`),
      ]);
      const took = performance.now() - began;
      return async () => took;
    },
    close: () => undefined,
  };
};
