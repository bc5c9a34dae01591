import type pg from 'pg';
import { baseStreamOf, isTooLong, metaStreamOf } from '../domain/stream-name.js';
import { restoreState, type StreamState, unknownStream } from '../domain/stream-state.js';
import { Generations } from './generations.js';

/** Streams remembered at least; others are read again when needed. */
const mostRemembered = 10_000;

interface StateRow {
  readonly stream: string;
  readonly last: string | null;
  readonly lastMetadata: string | null;
  readonly json: Buffer | null;
}

const query = `
  SELECT wanted.stream, event.revision AS last, meta.revision AS "lastMetadata", meta.data AS json
  FROM unnest($1::text[], $2::text[]) AS wanted (stream, meta_stream)
  LEFT JOIN LATERAL (
    SELECT revision FROM event WHERE stream = wanted.stream ORDER BY revision DESC LIMIT 1
  ) event ON true
  LEFT JOIN LATERAL (
    SELECT revision, data FROM event WHERE stream = wanted.meta_stream ORDER BY revision DESC LIMIT 1
  ) meta ON true`;

/** The committed state of recently used streams, by the name of the base stream. */
export class StreamStates {
  readonly #remembered = new Generations<StreamState>(mostRemembered);
  readonly #loading = new Map<string, Promise<StreamState>>();

  constructor(private readonly pool: pg.Pool) {}

  /** The state if it is in memory. */
  recall(base: string): StreamState | undefined {
    return this.#remembered.get(base);
  }

  /** The state of a stream, or of the one whose metadata it holds. */
  async of(stream: string): Promise<StreamState> {
    if (isTooLong(stream)) return unknownStream;
    const base = baseStreamOf(stream);
    return this.recall(base) ?? (await this.load([base]).get(base)) ?? unknownStream;
  }

  /** Reads the states that are not in memory, in one query. */
  load(bases: Iterable<string>): ReadonlyMap<string, Promise<StreamState>> {
    const asked = new Map<string, Promise<StreamState>>();
    const missing: string[] = [];
    for (const base of bases) {
      const remembered = this.recall(base);
      const loading = remembered === undefined ? this.#loading.get(base) : Promise.resolve(remembered);
      if (loading !== undefined) asked.set(base, loading);
      else if (!missing.includes(base)) missing.push(base);
    }
    if (missing.length === 0) return asked;
    const rows = this.#query(missing);
    for (const base of missing) {
      const state = rows.then((found) => found.get(base) ?? unknownStream);
      asked.set(base, state);
      this.#loading.set(base, state);
      const settle = (loaded?: StreamState): void => {
        // A commit in the meantime has newer data: it removed this load.
        if (this.#loading.get(base) !== state) return;
        this.#loading.delete(base);
        if (loaded !== undefined) this.#remembered.set(base, loaded);
      };
      state.then(settle, () => settle());
    }
    return asked;
  }

  /** Stores committed states. */
  commit(states: ReadonlyMap<string, StreamState>): void {
    for (const [base, state] of states) {
      this.#loading.delete(base);
      this.#remembered.set(base, state);
    }
  }

  async #query(bases: readonly string[]): Promise<ReadonlyMap<string, StreamState>> {
    const { rows } = await this.pool.query<StateRow>({
      name: 'stream-states',
      text: query,
      values: [bases, bases.map(metaStreamOf)],
    });
    return new Map(
      rows.map(({ stream, last, lastMetadata, json }) => [
        stream,
        restoreState(Number(last ?? -1), Number(lastMetadata ?? -1), json ?? Buffer.alloc(0)),
      ]),
    );
  }
}
