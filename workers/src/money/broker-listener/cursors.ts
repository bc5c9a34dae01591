import { beginningOfEvents } from '@groundswell/broker';
import type { Sql } from '@groundswell/platform/database';

/** The broker's streams that are followed. */
export type BrokerStream = 'accounts' | 'funding';

/** Id of the last message processed; a cursor before all messages if there was none. */
export const readCursor = async (sql: Sql, stream: BrokerStream): Promise<string> => {
  const [row] = await sql.query<{ cursor: string }>('SELECT cursor FROM heard WHERE stream = $1', [stream]);
  return row?.cursor ?? beginningOfEvents;
};

/**
 * Records that all messages up to this one were handled; their content is in the log by then. Never moves
 * back.
 */
export const saveCursor = async (sql: Sql, stream: BrokerStream, cursor: string): Promise<void> => {
  await sql.query(
    `INSERT INTO heard (stream, cursor) VALUES ($1, $2)
     ON CONFLICT (stream) DO UPDATE SET cursor = excluded.cursor, heard_at = now()
     WHERE heard.cursor < excluded.cursor COLLATE "C"`,
    [stream, cursor],
  );
};

/** Milliseconds between two stored cursors: handling a message once more changes nothing. */
const saveEvery = 1_000;

/** How far a stream was handled. */
export interface Cursor {
  /** Everything up to this message was handled. Stored now and then. */
  reach(id: string): Promise<void>;
  /** Stores how far it was handled. */
  save(): Promise<void>;
}

/** @param monotonic milliseconds of a clock that is never set */
export const openCursor = (
  store: { saveCursor(stream: BrokerStream, cursor: string): Promise<void> },
  stream: BrokerStream,
  monotonic: () => number,
): Cursor => {
  let savedAt = Number.NEGATIVE_INFINITY;
  let reached: string | undefined;
  const save = async (): Promise<void> => {
    if (reached === undefined) return;
    const cursor = reached;
    reached = undefined;
    await store.saveCursor(stream, cursor);
    savedAt = monotonic();
  };
  return {
    async reach(id) {
      reached = id;
      if (monotonic() - savedAt >= saveEvery) await save();
    },
    save,
  };
};
