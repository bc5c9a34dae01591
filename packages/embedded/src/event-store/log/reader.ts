import { asError } from '@groundswell/platform';
import pg from 'pg';
import { connectionSettings } from './connection-settings.js';
import { CopyOut } from './copy.js';
import type { StoredRow } from './stored-row.js';

export interface Page {
  readonly events: readonly StoredRow[];
  /** No events followed these when they were read. */
  readonly last: boolean;
}

/** Reads start with a few events, as most are short, and grow to pages of about this many bytes. */
const firstPage = 64;
const pageBytes = 256 * 1024;
const longestPage = 1_000;

/** A few connections serve any number of readers, each for one page at a time. */
const readerConnections = 3;

/** Milliseconds for a page. Clients wait ten seconds: they should get the failure from the server. */
const longestRead = 8_000;

/** A connection that does not answer a read within `longestRead` is closed, and only that read fails. */
export const openReaderPool = (databaseUrl: string): pg.Pool =>
  new pg.Pool({
    // Every read uses an index. Without statistics for the table, the planner might decide otherwise.
    ...connectionSettings(
      databaseUrl,
      'event-store reader',
      '-c enable_seqscan=off -c enable_bitmapscan=off',
    ),
    max: readerConnections,
    idleTimeoutMillis: 0,
    query_timeout: longestRead,
  });

/** Where a page begins (inclusive), and its direction. */
export interface From {
  readonly at: number;
  readonly backwards: boolean;
}

/** Reads the log in pages; the next page is requested ahead. */
export class LogReader {
  constructor(private readonly pool: pg.Pool) {}

  /** The whole log from a position on, up to `most` events. */
  all(from: From, most = Number.POSITIVE_INFINITY): AsyncGenerator<Page, void> {
    return this.#pages(from, most, 'position', '');
  }

  /** A stream from a revision on, down to `least` or up to the end. */
  stream(
    stream: string,
    from: From,
    least: number,
    most = Number.POSITIVE_INFINITY,
  ): AsyncGenerator<Page, void> {
    const bound = `stream = ${pg.escapeLiteral(stream)} AND revision >= ${decimal(least)} AND `;
    return this.#pages(from, most, 'revision', bound);
  }

  /** One event of a stream, unless a scavenge deleted it. */
  async one(stream: string, revision: number): Promise<StoredRow | undefined> {
    const { events } = await this.#read(
      `stream = ${pg.escapeLiteral(stream)} AND revision = ${decimal(revision)}`,
    );
    return events[0];
  }

  async *#pages(
    from: From,
    most: number,
    order: 'position' | 'revision',
    bound: string,
  ): AsyncGenerator<Page, void> {
    let rest = most;
    let ahead = this.#page(from, Math.min(firstPage, rest), order, bound);
    for (;;) {
      const { page, rows } = await ahead;
      rest -= page.events.length;
      const end = page.events.at(-1);
      if (page.last || rest <= 0 || end === undefined) {
        yield page;
        return;
      }
      const at = from.backwards ? end[order] - 1 : end[order] + 1;
      ahead = this.#page({ ...from, at }, Math.min(rows, rest), order, bound);
      // A reader that stops early never requests this page.
      ahead.catch(() => {});
      yield page;
    }
  }

  async #page(
    { at, backwards }: From,
    rows: number,
    order: 'position' | 'revision',
    bound: string,
  ): Promise<{ page: Page; rows: number }> {
    const copy = await this.#read(
      `${bound}${order} ${backwards ? '<=' : '>='} ${decimal(at)} ` +
        `ORDER BY ${order} ${backwards ? 'DESC' : 'ASC'} LIMIT ${rows}`,
    );
    const count = copy.events.length;
    const typical = Math.ceil(copy.bytes / Math.max(1, count));
    return {
      page: { events: copy.events, last: !copy.cut && count < rows },
      rows: Math.max(1, Math.min(longestPage, Math.ceil(pageBytes / Math.max(1, typical)))),
    };
  }

  async #read(condition: string): Promise<CopyOut> {
    const client = await this.pool.connect();
    let fault: Error | undefined;
    try {
      const copy = client.query(new CopyOut(condition));
      await copy.done;
      return copy;
    } catch (cause) {
      fault = asError(cause);
      throw fault;
    } finally {
      client.release(fault);
    }
  }
}

/** Clamped to PostgreSQL's bigint, beyond which there are no events. */
const decimal = (value: number): string =>
  value >= 2 ** 63 ? '9223372036854775807' : String(Math.max(-1, value));
