import { Copy } from '@groundswell/platform/database';
import type { Connection } from 'pg';
import { columns, rowStart } from './copy-format.js';
import { Shelf } from './shelf.js';
import type { StoredRow } from './stored-row.js';

/** Limits of what one read keeps in memory, whatever the size of the events. */
const mostBytes = 1024 * 1024;

/**
 * Reads events. PostgreSQL's binary COPY returns rows as bytes, which the driver's ordinary results cannot.
 * Rows beyond the limit are dropped; `cut` then tells that there is more to read.
 */
export class CopyOut extends Copy {
  readonly events: StoredRow[] = [];
  bytes = 0;
  cut = false;
  #first = true;
  readonly #shelf = new Shelf();

  /** @param condition the text after WHERE, including order and limit */
  constructor(private readonly condition: string) {
    super();
  }

  submit(connection: Connection): void {
    connection.query(`COPY (SELECT ${columns} FROM event WHERE ${this.condition}) TO STDOUT (FORMAT binary)`);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    const start = rowStart(chunk, this.#first);
    this.#first = false;
    if (start === undefined) return;
    if (this.bytes >= mostBytes) {
      this.cut = true;
      return;
    }
    this.events.push(this.#shelf.put(chunk, start));
    this.bytes += chunk.length;
  }
}
