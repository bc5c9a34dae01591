import { query } from './browser-client.js';
import type { ResponseFor } from './endpoints.js';
import type { Answered } from './queries.js';

export type Changes = Pick<ResponseFor<'getConceptChanges'>, 'changes'>;

/** Every change of a trend, newest first, page by page: changes added meanwhile come before the first. */
export const allChanges = async (conceptId: string): Promise<Answered<Changes>> => {
  const pageBefore = (before?: string) =>
    query('getConceptChanges', { query: { concept_id: conceptId, ...(before ? { before } : {}) } });
  const first = await pageBefore();
  const changes = [...first.data.changes];
  for (let { next } = first.data; next; ) {
    const { data } = await pageBefore(next);
    changes.push(...data.changes);
    next = data.next;
  }
  return { ...first, data: { changes } };
};
