import { StoredRow } from './stored-row.js';

const smallest = 4 * 1024;
const largest = 64 * 1024;

/**
 * Stores the rows of one read contiguously in a few large buffers. Rows must be copied because the driver reuses
 * its message memory. A buffer per row would cost more in garbage collection than the rows themselves cost.
 */
export class Shelf {
  #buffer = Buffer.alloc(0);
  #used = 0;

  /** Copies the row that begins at `start` of a message. */
  put(message: Buffer, start: number): StoredRow {
    const length = message.length - start;
    if (this.#used + length > this.#buffer.length) {
      const room = Math.min(largest, Math.max(smallest, this.#buffer.length * 4));
      this.#buffer = Buffer.allocUnsafeSlow(Math.max(length, room));
      this.#used = 0;
    }
    message.copy(this.#buffer, this.#used, start);
    const row = new StoredRow(this.#buffer, this.#used);
    this.#used += length;
    return row;
  }
}
