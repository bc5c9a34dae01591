import type { World } from '@groundswell/e2e';
import { once, type Walk } from './walk.js';

const sub = (concept: string, name: string) => ({ name, description: 'They bob.', concept_id: concept });

/** A trend from its making to its last allocation, and what is gone by then. */
export const curatorChain = async (
  walk: Walk,
  customer: Walk,
  world: World,
  number: number,
): Promise<void> => {
  const reason = 'a run of tests';
  const name = `Trend ${number} of ${Date.now()}`;
  const key = once();
  const body = { name, description: 'All day.', reason };
  const made = await walk.ask('createNewConcept', { body, headers: key });
  const id = String(made.json.id);
  await walk.ask('createNewConcept', { body, headers: key });
  await walk.ask('createNewConcept', {
    body: { ...body, name: `${name} again` },
    headers: key,
    right: [422],
  });
  await customer.ask('renameConcept', { body: { concept_id: id, name: 'Mine', reason }, right: [403] });
  await walk.ask('renameConcept', { body: { concept_id: id, name: `${name}, renamed`, reason } });
  await walk.ask('describeConcept', { body: { concept_id: id, description: 'All night.', reason } });
  await walk.ask('changeConceptImage', {
    body: { concept_id: id, image_url: `/uploads/${'0'.repeat(64)}.webp`, reason },
  });
  const subConcept = String((await walk.ask('createNewSubConcept', { body: sub(id, 'Buoys') })).json.id);
  await walk.ask('createNewSubConcept', { body: sub(id, 'Buoys'), right: [422] });
  const allocate = async (symbol: string, percent: string) =>
    String(
      (
        await walk.ask('createStockAllocation', {
          body: {
            company_name: `${symbol} Inc.`,
            stock_symbol: symbol,
            percentage_allocation: percent,
            sub_concept: subConcept,
          },
        })
      ).json.id,
    );
  const first = await allocate('AAPL', '12.5');
  const second = await allocate('NVDA', '20');
  await walk.ask('removeSubConcept', { body: { id: subConcept }, right: [422] });
  await walk.ask('changeStockAllocation', { body: { id: first, percentage_allocation: '13' } });
  const weights = [first, second].map((each, index) => ({
    id: each,
    percentage_allocation: String(30 + index),
  }));
  const last = await walk.ask('rebalanceConcept', { body: { concept_id: id, allocations: weights } });
  const after = { headers: [['read-after', String(last.json.position)] as const] };
  await walk.ask('getConceptAllocations', { query: { concept_id: id }, ...after });
  await walk.ask('renameConcept', {
    body: { concept_id: id, name: 'Stale' },
    headers: [['if-match', '"0"']],
    right: [409],
  });
  for (const call of ['getConcept', 'getConceptChanges', 'getConceptCalculation', 'getConceptProof'])
    await customer.ask(call, { query: { concept_id: id }, ...after });
  await customer.ask('getConceptDetails', { params: { concept_id: id } });
  await walk.ask('getAudit', { query: { concept_id: id } });
  await walk.ask('removeStockAllocation', { body: { id: first } });
  await walk.ask('removeStockAllocation', { body: { id: first }, right: [404] });
  await walk.ask('deleteAllocation', { body: { id: second } });
  await walk.ask('deleteAllocation', { body: { id: second }, right: [404] });
  await walk.ask('removeSubConcept', { body: { id: subConcept } });
  await walk.ask('removeSubConcept', { body: { id: subConcept }, right: [404] });
  await walk.ask('getConcept', { query: { concept_id: 'nothing' }, right: [404] });
  world.known.concepts?.push(id);
};
