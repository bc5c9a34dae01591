import type { Sql } from '@groundswell/platform/database';
import type { EventStore, LogPlace, StoredEvent } from '@groundswell/platform/event-store';
import { readCheckpoints, schemaOf } from '@groundswell/platform/read-store';
import { idsIn, idText } from './block.js';
import { tileWidth } from './growing-tree.js';
import { logChain } from './log-chain.js';
import { readBlocksAround, readBlocksFrom, readHead } from './store.js';

/** A stored event, and its index in the chain from 0; null where it was never recorded. */
export interface Placed {
  readonly event: StoredEvent;
  readonly ordinal: number | null;
}

interface Looking {
  /** Reads the chain as of one moment. */
  readonly read: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;
  readonly eventStore: Pick<EventStore, 'goesOn'>;
}

/** Where the chain ends, and by what it recognizes the log. */
export interface ChainEnd {
  readonly position: bigint;
  readonly count: number;
  /** Undefined for tables of the past, which are built from the log as it is now. */
  readonly place: LogPlace | undefined;
}

/** Undefined before the first event. */
export const readEnd = async (sql: Sql): Promise<ChainEnd | undefined> => {
  const head = await readHead(sql);
  const [checkpoint] = await readCheckpoints(sql, [schemaOf(logChain)]);
  if (!head) return undefined;
  const place = checkpoint && { ...checkpoint.mark, position: checkpoint.position };
  return { position: head.position, count: head.count, place };
};

/** Blocks to look through at a time. */
const blocksAtOnce = 64;

/** Quick to make from the bytes of an id: every id of a chain is looked up by it. */
const keyOf = (bytes: Buffer): string => bytes.toString('latin1');
const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

/** Reads the ids of the chain until all are found, so only for a log that was moved. */
const ordinalsOf = async (
  { read }: Looking,
  { count }: ChainEnd,
  events: readonly StoredEvent[],
): Promise<Map<string, number>> => {
  const wanted = new Map(events.map(({ id }) => [keyOf(bytesOf(id)), id]));
  const found = new Map<string, number>();
  for (let from = 0; ; from += blocksAtOnce) {
    const blocks = await read((sql) => readBlocksFrom(sql, from, blocksAtOnce));
    for (const { number, ids } of blocks) {
      for (const [at, bytes] of idsIn(ids).entries()) {
        const id = wanted.get(keyOf(bytes));
        const ordinal = number * tileWidth + at;
        if (id !== undefined && ordinal < count) found.set(id, ordinal);
      }
    }
    if (blocks.length < blocksAtOnce || found.size === wanted.size) return found;
  }
};

let readings: Promise<unknown> = Promise.resolve();
/** One at a time in this process: anyone may ask for a proof. */
const inTurn = <T>(read: () => Promise<T>): Promise<T> => {
  const turn = readings.then(read);
  readings = turn.catch(() => undefined);
  return turn;
};

/**
 * Where positions tell nothing, the events of a stream after the last one in the chain are newer than it; one before that
 * and not in the chain was put in.
 */
const placesByOrder = (events: readonly StoredEvent[], ordinals: ReadonlyMap<string, number>): Placed[] => {
  const reached = new Set<string>();
  const placed: Placed[] = [];
  for (const event of events.toReversed()) {
    const ordinal = ordinals.get(event.id);
    if (ordinal !== undefined) reached.add(event.stream);
    if (reached.has(event.stream)) placed.unshift({ event, ordinal: ordinal ?? null });
  }
  return placed;
};

const goesOn = async ({ eventStore }: Looking, { place }: ChainEnd): Promise<boolean> => {
  if (!place) return true;
  const [found = false] = await eventStore.goesOn([place]);
  return found;
};

/**
 * Finds events of the log in the chain: by their positions, and by their ids in a log that was moved to another store. Leaves out
 * events too new to be in the chain.
 * @param end as it was before the events were read
 * @param events each stream's in their order
 */
export const placesOf = async (
  looking: Looking,
  end: ChainEnd,
  events: readonly StoredEvent[],
): Promise<Placed[]> => {
  const known = await looking.read((sql) => placesAt(sql, events));
  const isWhereRecorded = ({ id, position }: StoredEvent) => known.get(position.commit)?.id === id;
  if (!(events.every(isWhereRecorded) || (await goesOn(looking, end))))
    return placesByOrder(events, await inTurn(() => ordinalsOf(looking, end, events)));
  return events.flatMap((event): Placed[] => {
    const { ordinal = null } = known.get(event.position.commit) ?? {};
    const isNewer = isWhereRecorded(event)
      ? (ordinal ?? 0) >= end.count
      : event.position.commit > end.position;
    return isNewer ? [] : [{ event, ordinal }];
  });
};

interface Recorded {
  readonly ordinal: number;
  readonly id: string;
}

/** What was recorded at the positions of some events; unknown positions are left out. */
const placesAt = async (sql: Sql, events: readonly StoredEvent[]): Promise<Map<bigint, Recorded>> => {
  const wanted = new Set(events.map(({ position }) => position.commit));
  const places = new Map<bigint, Recorded>();
  const asked = [...wanted];
  for (let from = 0; from < asked.length; from += blocksAtOnce) {
    for (const { number, positions, ids } of await readBlocksAround(
      sql,
      asked.slice(from, from + blocksAtOnce),
    )) {
      for (const [at, position] of positions.entries()) {
        const id = ids[at];
        if (id && wanted.has(position))
          places.set(position, { ordinal: number * tileWidth + at, id: idText(id) });
      }
    }
  }
  return places;
};
