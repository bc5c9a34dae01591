import type { Sql } from '@groundswell/platform/database';
import {
  formatPosition,
  type LogMark,
  type LogPlace,
  type Position,
  parsePosition,
} from '@groundswell/platform/event-store';

interface ReadingRow {
  readonly position: string;
  readonly log: string | null;
  readonly seen_id: string | null;
  readonly seen_stream: string;
  readonly seen_revision: string;
  readonly seen_position: string;
}

const placeFrom = (row: ReadingRow): LogPlace => {
  const at = parsePosition(row.seen_position ?? '');
  return {
    log: row.log ?? undefined,
    position: parsePosition(row.position),
    seen:
      row.seen_id !== null && at
        ? {
            id: row.seen_id,
            stream: row.seen_stream,
            revision: BigInt(row.seen_revision),
            position: at,
          }
        : undefined,
  };
};

/** How far the log was read for mails. */
export const readPlace = async (sql: Sql): Promise<LogPlace> => {
  const [reading] = await sql.query<ReadingRow>(
    'SELECT position, log, seen_id, seen_stream, seen_revision, seen_position FROM mail.reading',
    [],
  );
  return reading ? placeFrom(reading) : { log: undefined, position: undefined, seen: undefined };
};

/** The database was set back by a crash: the log must be read again from the position that it knows. */
export class PlaceLost extends Error {
  override readonly name = 'PlaceLost';

  constructor() {
    super('the database has lost the last mails: the log is read again for them');
  }
}

/** @throws PlaceLost when the log was not read up to a position yet */
export const expectPlace = async (sql: Sql, { commit }: Position): Promise<void> => {
  const { position } = await readPlace(sql);
  if (!position || position.commit < commit) throw new PlaceLost();
};

/** Saves how far the log was read; a position behind the saved one is not. */
export const savePlace = async (sql: Sql, position: Position, mark: LogMark | undefined): Promise<void> => {
  const { seen } = mark ?? {};
  await sql.query(
    `INSERT INTO mail.reading AS r (position, log, seen_id, seen_stream, seen_revision, seen_position)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (only_one) DO UPDATE SET position = excluded.position, log = coalesce(excluded.log, r.log),
       seen_id = excluded.seen_id, seen_stream = excluded.seen_stream,
       seen_revision = excluded.seen_revision, seen_position = excluded.seen_position
     WHERE r.position <= excluded.position`,
    [
      formatPosition(position),
      mark?.log ?? null,
      seen?.id ?? null,
      seen?.stream ?? null,
      seen?.revision.toString() ?? null,
      seen?.position.commit.toString() ?? null,
    ],
  );
};

/** Has the log read from its beginning. */
export const forgetPlace = async (sql: Sql): Promise<void> => {
  await sql.query('DELETE FROM mail.reading');
};
