import { type JsonArray, JsonArrays } from './json-arrays.js';
import { Pages } from './pages.js';

/** Rows that are only ever added: they wait as the bytes that are sent. */
export class WaitingLines {
  readonly #pages = new Pages();
  readonly #arrays = new JsonArrays(this.#pages);
  #handedOver: JsonArray[] = [];

  /** Bytes of all of them. */
  get length(): number {
    return this.#arrays.length;
  }

  add(row: object | undefined): void {
    if (row) this.#arrays.add(JSON.stringify(row));
  }

  /** All of them, and begins anew. */
  handOver(): readonly JsonArray[] {
    this.#handedOver = this.#arrays.handOver();
    this.#pages.turn();
    return this.#handedOver;
  }

  /** What was handed over is in the table. */
  written(): void {
    for (const { page } of this.#handedOver) this.#pages.reuse(page);
    this.#handedOver = [];
  }
}
