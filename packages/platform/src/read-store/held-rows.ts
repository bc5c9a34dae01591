import type { Sql } from '../database/database.js';
import { nothing, type Standing } from './row-table.js';
import { type StoredRows, textOf } from './stored-rows.js';

/** A row in memory. */
interface Held<Row> {
  row: Row | undefined;
  position: bigint;
  /** Characters of the row as it was last read or written. */
  bytes: number;
  /** `changed` since it was handed over, `handed over` and not yet known to be in the tables, or as it is `stored`. */
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

/** Characters of the rows of one table. */
const mostHeld = 2 * 2 ** 20;
/** What a row is taken to be long before one was written. */
const firstGuess = 1_000;

/** Rows of one table in memory: those that changed and wait, and of the others as many as there is room for. */
export class HeldRows<Row extends object> {
  readonly #rows = new Map<string, Held<Row>>();
  #changed: [string, Held<Row>][] = [];
  #handedOver: Held<Row>[] = [];
  #stored = 0;
  #average = firstGuess;

  /** @param room characters of rows that stay in memory when they are written */
  constructor(
    private readonly table: Pick<StoredRows<Row>, 'load'>,
    private readonly room = mostHeld,
  ) {}

  /** About how many bytes have changed. */
  get waiting(): number {
    return this.#changed.length * this.#average;
  }

  /** Sees to it that rows are in memory; what is not in the table either is nothing yet. */
  async load(sql: Sql, keys: Iterable<string>): Promise<void> {
    const missing: string[] = [];
    for (const key of new Set(keys)) {
      const held = this.#rows.get(key);
      if (held) held.used = true;
      else missing.push(key);
    }
    if (missing.length === 0) return;
    const found = await this.table.load(sql, missing);
    for (const key of missing) {
      const { row, position } = found.get(key) ?? nothing;
      const bytes = found.get(key)?.bytes ?? 0;
      this.#stored += bytes;
      this.#rows.set(key, { row, position, bytes, state: 'stored', used: true });
    }
  }

  /** A row that was loaded. */
  get(key: string): Standing<Row> {
    const held = this.#rows.get(key);
    if (!held) throw new Error(`row ${key} was asked for before it was loaded`);
    return held;
  }

  change(key: string, row: Row | undefined, position: bigint): void {
    const held = this.#rows.get(key);
    if (!held) throw new Error(`row ${key} was changed before it was loaded`);
    held.row = row;
    held.position = position;
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
      this.#stored += text.length - held.bytes;
      held.bytes = text.length;
      held.state = 'handed over';
      this.#handedOver.push(held);
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

  /** What was handed over is in the table. Lets go of what was not asked for lately, when there is too much. */
  written(): void {
    for (const held of this.#handedOver) if (held.state === 'handed over') held.state = 'stored';
    this.#handedOver = [];
    if (this.#stored > this.room) this.#letGo();
  }

  /** Makes room for half of what may be held, so that this is seldom; what was used since the last time stays. */
  #letGo(): void {
    for (const [key, held] of this.#rows) {
      if (this.#stored <= this.room / 2) return;
      if (held.state !== 'stored') continue;
      if (held.used) {
        held.used = false;
        continue;
      }
      this.#rows.delete(key);
      this.#stored -= held.bytes;
    }
  }
}
