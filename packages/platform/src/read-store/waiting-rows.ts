import type { Sql } from '../database/sql.js';
import { Pages, type Sent } from './pages.js';

/** Texts on pages, in the form in which they are sent. */
interface Texts {
  /** Bytes of all of them. */
  readonly length: number;
  add(text: string): unknown;
  /** All of them, and begins again. */
  handOver(): readonly Sent[];
}

/** A side table: rows are only added to it, and the writer never reads it. */
export interface SideTable {
  /** A row as it is sent. */
  textOf(row: object): string;
  textsOn(pages: Pages): Texts;
  write(sql: Sql, sent: readonly Sent[]): Promise<void>;
}

/** Rows of a side table: they wait as the bytes that are sent. */
export class WaitingRows {
  readonly #pages = new Pages();
  readonly #texts: Texts;
  #handedOver: readonly Sent[] = [];

  constructor(private readonly table: SideTable) {
    this.#texts = table.textsOn(this.#pages);
  }

  /** Bytes of all of them. */
  get waiting(): number {
    return this.#texts.length;
  }

  /** Ignores undefined. */
  add(row: object | undefined): void {
    if (row) this.#texts.add(this.table.textOf(row));
  }

  /** Returns a function that writes all buffered rows into the table, and starts a new buffer. */
  handOver(): (sql: Sql) => Promise<void> {
    const sent = this.#texts.handOver();
    this.#pages.turn();
    this.#handedOver = sent;
    return (sql) => this.table.write(sql, sent);
  }

  /** The rows handed over are in the table. */
  written(): void {
    for (const { page } of this.#handedOver) this.#pages.reuse(page);
    this.#handedOver = [];
  }
}
