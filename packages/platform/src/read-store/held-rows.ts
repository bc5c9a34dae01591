import type { Sql } from '../database/database.js';
import { nothing, type Standing } from './row-table.js';
import { rowOf, type StoredRows, textOf } from './stored-rows.js';

/** A row in memory. */
interface Held<Row> {
  /** The row, while it is worked with. */
  row: Row | undefined;
  /** As it stands in the table: what nobody works with takes a third of the room as text, and the collector no time. */
  text: Buffer | undefined;
  position: bigint;
  /** `changed` since it was handed over, `handed over` and not yet known to be in the table, or as it is `stored`. */
  state: 'changed' | 'handed over' | 'stored';
  /** Whether it was asked for since somebody looked for rows to let go of. */
  used: boolean;
}

/** What waits to be written: rows as text, and the keys of those that are no more. */
export interface HandedOver<Row> {
  readonly rows: readonly Row[];
  readonly texts: readonly string[];
  readonly removed: readonly string[];
}

/** Bytes of the rows of one table. */
const mostHeld = 16 * 2 ** 20;
/** What a row is taken to be long before one was written. */
const firstGuess = 1_000;

/** Rows of one table in memory: those that changed and wait, and of the others as many as there is room for. */
export class HeldRows<Row extends object> {
  readonly #rows = new Map<string, Held<Row>>();
  #changed: [string, Held<Row>][] = [];
  #handedOver: [string, Held<Row>][] = [];
  /** Rows that are worked with, and of which there is a text. */
  #opened: Held<Row>[] = [];
  #bytes = 0;
  #average = firstGuess;

  /**
   * @param table where they are loaded from
   * @param isWhole whether nothing is in the table but what is held here: then it need not be asked
   * @param room bytes of rows that stay in memory when they are written
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

  /** Sees to it that rows are in memory; what is not in the table either is nothing yet. */
  async load(sql: Sql, keys: Iterable<string>): Promise<void> {
    // What was loaded since this was last called is still to be folded, and stays.
    if (this.#bytes > this.room) this.#letGo();
    const missing: string[] = [];
    for (const key of new Set(keys)) {
      const held = this.#rows.get(key);
      if (held) held.used = true;
      else missing.push(key);
    }
    if (missing.length === 0) return;
    const found = this.isWhole ? undefined : await this.table.loadTexts(sql, missing);
    for (const key of missing) {
      const stored = found?.get(key);
      const text = stored && bufferOf(stored.text);
      this.#bytes += text?.length ?? 0;
      const { position } = stored ?? nothing;
      this.#rows.set(key, { row: undefined, text, position, state: 'stored', used: true });
    }
  }

  /** A row that was loaded. */
  get(key: string): Standing<Row> {
    const held = this.#rows.get(key);
    if (!held) throw new Error(`row ${key} was asked for before it was loaded`);
    if (!held.row && held.text) {
      held.row = rowOf(held.text.toString());
      this.#opened.push(held);
    }
    return held;
  }

  change(key: string, row: Row | undefined, position: bigint): void {
    const held = this.#rows.get(key);
    if (!held) throw new Error(`row ${key} was changed before it was loaded`);
    held.row = row;
    held.position = position;
    this.#bytes -= held.text?.length ?? 0;
    held.text = undefined;
    if (held.state === 'changed') return;
    held.state = 'changed';
    this.#changed.push([key, held]);
  }

  handOver(): HandedOver<Row> {
    const rows: Row[] = [];
    const texts: string[] = [];
    const removed: string[] = [];
    for (const [key, held] of this.#changed) {
      const { row, position } = held;
      const text = row ? textOf({ row, position }) : '';
      held.state = 'handed over';
      this.#handedOver.push([text, held]);
      if (row) {
        rows.push(row);
        texts.push(text);
      } else removed.push(key);
    }
    if (texts.length > 0) {
      this.#average = texts.reduce((sum, { length }) => sum + length, 0) / texts.length;
    }
    this.#changed = [];
    return { rows, texts, removed };
  }

  /** What was handed over is in the table. */
  written(): void {
    for (const [text, held] of this.#handedOver) {
      if (held.state !== 'handed over') continue;
      held.state = 'stored';
      held.text = held.row && bufferOf(text);
      this.#bytes += held.text?.length ?? 0;
      held.row = undefined;
    }
    this.#handedOver = [];
    for (const held of this.#opened) if (held.text) held.row = undefined;
    this.#opened = [];
  }

  /** Makes room for half of what may be held, so that this is seldom; what was used since the last time stays. */
  #letGo(): void {
    for (const [key, held] of this.#rows) {
      if (this.#bytes <= this.room / 2) return;
      if (held.state !== 'stored') continue;
      if (held.used) {
        held.used = false;
        continue;
      }
      this.#rows.delete(key);
      this.#bytes -= held.text?.length ?? 0;
      this.isWhole = false;
    }
  }
}

/** Memory of its own: what is cut from a larger piece would keep the whole of it. */
const bufferOf = (text: string): Buffer => {
  const buffer = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  buffer.write(text);
  return buffer;
};
