import type pg from 'pg';
import type { Found } from '../domain/expected-revision.js';
import type { Wish } from './group.js';

interface Row {
  readonly stream: string;
  readonly revision: string;
  readonly position: string;
  readonly id: string;
}

export type StoredIds = (stream: string, revision: number) => (Found & { readonly id: string }) | undefined;

export const noStoredIds: StoredIds = () => undefined;

/** Reads the ids in the streams where the given appends would have put theirs. */
export const readStoredIds = async (pool: pg.Pool, wishes: readonly Wish[]): Promise<StoredIds> => {
  const { rows } = await pool.query<Row>({
    name: 'stored-ids',
    text: `SELECT event.stream, event.revision, event.position, event.id
           FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS wish (stream, first, last)
           JOIN event ON event.stream = wish.stream AND event.revision BETWEEN wish.first AND wish.last`,
    values: [
      wishes.map(({ stream }) => stream),
      wishes.map(({ expected }) => expected + 1),
      wishes.map(({ expected, events }) => expected + events.length),
    ],
  });
  const found = new Map(
    rows.map(({ stream, revision, position, id }) => [
      `${revision}@${stream}`,
      {
        revision: Number(revision),
        position: Number(position),
        id: Buffer.from(id.replaceAll('-', ''), 'hex').toString('latin1'),
      },
    ]),
  );
  return (stream, revision) => found.get(`${revision}@${stream}`);
};
