import type { Sql } from '../database/sql.js';
import { JsonArrays } from './json-arrays.js';
import { mostBytesOf, type Page, Pages, type Sent } from './pages.js';
import { nothing, type PositionedRow } from './row-table.js';
import { rowOf, type StoredRows, textOf } from './stored-rows.js';

/** A row in memory. */
interface Held<Row> {
  readonly key: string;
  /** The row, while it is worked with. */
  row: Row | undefined;
  /** Where the row's stored text is; undefined once the row has changed. An absent row has length 0. */
  page: Page | undefined;
  at: number;
  length: number;
  position: bigint;
  /** `changed` since it was handed over, `handed over` and not yet known to be in the table, or as it is `stored`. */
  state: 'changed' | 'handed over' | 'stored';
  /** The load that asked for it last. */
  load: number;
}

/** What waits to be written: rows, the arrays that they are sent as, and the keys of those that are no more. */
export interface HandedOver<Row> {
  readonly rows: readonly Row[];
  readonly arrays: readonly Sent[];
  readonly removed: readonly string[];
}

/** Bytes of one table: of its pages, and of what goes with each row. */
const mostHeld = 2 * 2 ** 20;
/**
 * Approximate overhead of a row: its entry here, its key and its place in lists. For a small row this exceeds
 * its text.
 */
const bytesOfEntry = 300;
/** The share of memory for rows; the rest is for the gaps that they leave when they move. */
const shareOfRows = 0.75;
/** Bytes of pages below which searching for gaps is not worth it. */
const worthLooking = 2 ** 20;
/** What a row is taken to be long before one was written. */
const firstGuess = 1_000;

/**
 * Rows of one table in memory: changed rows waiting to be written, and as many others as fit. What is sent to
 * the table is kept as sent, page after page. The oldest pages are emptied: rows still on them move to the
 * newest page, or are dropped when there are too many.
 */
export class HeldRows<Row extends object> {
  readonly #rows = new Map<string, Held<Row>>();
  readonly #pages = new Pages();
  /** What was put on each page, oldest first; much of it has moved since. */
  readonly #put = new Map<Page, Held<Row>[]>();
  #changed: Held<Row>[] = [];
  #handedOver: Held<Row>[] = [];
  /** Rows that are worked with, and lie on a page. */
  #opened: Held<Row>[] = [];
  /** Bytes of pages, and of the rows that lie there. */
  #paged = 0;
  #lying = 0;
  #average = firstGuess;
  /** How often rows were asked for. */
  #load = 0;

  /**
   * @param table where rows are loaded from
   * @param isWhole whether the table holds nothing but the rows held here: then it is not queried
   * @param room bytes that stay in memory
   */
  constructor(
    private readonly table: StoredRows<Row>,
    private isWhole = false,
    private readonly room = mostHeld,
  ) {}

  /** About how many bytes have changed. */
  get waiting(): number {
    return this.#changed.length * this.#average;
  }

  /** Loads rows into memory; a row that is not in the table either is absent. */
  async load(sql: Sql, keys: Iterable<string>): Promise<void> {
    this.#load += 1;
    if (this.#handedOver.length === 0) this.#makeRoom();
    const missing: string[] = [];
    for (const key of new Set(keys)) {
      const held = this.#rows.get(key);
      if (held) held.load = this.#load;
      else missing.push(key);
    }
    if (missing.length === 0) return;
    const found = this.isWhole ? undefined : await this.table.loadTexts(sql, missing);
    for (const key of missing) {
      const { text, position } = found?.get(key) ?? { text: '', ...nothing };
      const held: Held<Row> = {
        key,
        row: undefined,
        page: undefined,
        at: 0,
        length: 0,
        position,
        state: 'stored',
        load: this.#load,
      };
      this.#rows.set(key, held);
      this.#keep(held, text);
    }
  }

  /** A row that was loaded. */
  get(key: string): PositionedRow<Row> {
    const held = this.#rows.get(key);
    if (!held) throw new Error(`row ${key} was asked for before it was loaded`);
    if (!held.row && held.page && held.length > 0) {
      held.row = rowOf(held.page.text(held.at, held.length));
      this.#opened.push(held);
    }
    return held;
  }

  change(key: string, row: Row | undefined, position: bigint): void {
    const held = this.#rows.get(key);
    if (!held) throw new Error(`row ${key} was changed before it was loaded`);
    held.row = row;
    held.position = position;
    this.#leave(held);
    if (held.state === 'changed') return;
    held.state = 'changed';
    this.#changed.push(held);
  }

  handOver(): HandedOver<Row> {
    const rows: Row[] = [];
    const removed: string[] = [];
    const arrays = new JsonArrays(this.#pages);
    for (const held of this.#changed) {
      const { key, row, position } = held;
      held.state = 'handed over';
      this.#handedOver.push(held);
      if (row) {
        rows.push(row);
        const { page, at } = arrays.add(textOf({ row, position }));
        this.#place(held, page, at);
      } else {
        removed.push(key);
        this.#keep(held, '');
      }
    }
    if (rows.length > 0) this.#average = arrays.length / rows.length;
    this.#changed = [];
    return { rows, arrays: arrays.handOver(), removed };
  }

  /** The rows handed over are in the table. */
  written(): void {
    for (const held of this.#handedOver) {
      if (held.state !== 'handed over') continue;
      held.state = 'stored';
      held.row = undefined;
    }
    this.#handedOver = [];
    for (const held of this.#opened) if (held.page) held.row = undefined;
    this.#opened = [];
    this.#makeRoom();
  }

  #keep(held: Held<Row>, text: string): void {
    const page = this.#pages.withRoom(mostBytesOf(text));
    this.#place(held, page, page.put(text));
  }

  /** Notes that a row lies at the end of a page. */
  #place(held: Held<Row>, page: Page, at: number): void {
    held.page = page;
    held.at = at;
    held.length = page.end - at;
    this.#lying += held.length;
    const put = this.#put.get(page);
    if (put) put.push(held);
    else {
      this.#put.set(page, [held]);
      this.#paged += page.bytes.length;
    }
  }

  get #bytes(): number {
    return this.#paged + this.#rows.size * bytesOfEntry;
  }

  /** Bytes of live texts. */
  get #live(): number {
    return this.#lying + this.#rows.size * bytesOfEntry;
  }

  /** Bytes that are well spent: rows, and half as much that they have left behind. */
  get #target(): number {
    return Math.min(this.room, this.#live * 1.5 + worthLooking);
  }

  /** Empties the oldest pages until there is room. Nothing on them may be on its way to the table. */
  #makeRoom(): void {
    if (this.#bytes <= this.#target) return;
    this.#pages.turn();
    for (const [page, put] of [...this.#put]) {
      if (this.#bytes <= this.#target) return;
      this.#put.delete(page);
      this.#paged -= page.bytes.length;
      for (const held of put) if (held.page === page) this.#moveOrForget(held, page);
      this.#pages.reuse(page);
    }
  }

  /**
   * What the last two loads asked for is still to be folded. Everything else moves unless there are too many
   * rows.
   */
  #moveOrForget(held: Held<Row>, page: Page): void {
    this.#leave(held);
    if (held.load >= this.#load - 1 || this.#live < this.room * shareOfRows) {
      this.#keep(held, page.text(held.at, held.length));
    } else {
      this.#rows.delete(held.key);
      this.isWhole = false;
    }
  }

  #leave(held: Held<Row>): void {
    if (held.page) this.#lying -= held.length;
    held.page = undefined;
  }
}
