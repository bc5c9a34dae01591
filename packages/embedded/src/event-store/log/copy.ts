import type { Connection, Submittable } from 'pg';
import { columns, rowStart } from './copy-format.js';
import { Shelf } from './shelf.js';
import type { StoredRow } from './stored-row.js';

/** What the driver's connection can do besides what its types say. */
interface CopyingConnection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** A statement that the driver runs; it hands on what PostgreSQL answers through these methods. */
abstract class Statement implements Submittable {
  readonly done: Promise<void>;
  #settle: (fault?: Error) => void = () => {};
  #fault: Error | undefined;

  constructor() {
    this.done = new Promise((resolve, reject) => {
      this.#settle = (fault) => (fault === undefined ? resolve() : reject(fault));
    });
  }

  abstract submit(connection: Connection): void;

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#settle(this.#fault);
  }

  /** After an error of the statement PostgreSQL gets ready again; after one of the connection nothing follows. */
  handleError(fault: Error): void {
    this.#fault = fault;
    this.#settle(fault);
  }
}

/** Writes events in one statement, which is one transaction: when it is done they are on disk, all or none. */
export class CopyIn extends Statement {
  /** @param rows as `encodeRows` makes them */
  constructor(private readonly rows: Buffer) {
    super();
  }

  /** All in one go: PostgreSQL reads the rows when it has taken the statement, and drops them should it refuse. */
  submit(connection: Connection & Partial<CopyingConnection>): void {
    connection.query(`COPY event (${columns}) FROM STDIN (FORMAT binary)`);
    connection.sendCopyFromChunk?.(this.rows);
    connection.endCopyFrom?.();
  }

  handleCopyInResponse(): void {}
}

/** Bounds of what one read holds in memory, whatever the size of the events. */
const mostBytes = 1024 * 1024;

/**
 * Reads events. PostgreSQL's binary COPY hands over rows as bytes, which the driver's ordinary results cannot.
 * Rows that would overstep the bound are dropped; `cut` then says that more is to be read.
 */
export class CopyOut extends Statement {
  readonly events: StoredRow[] = [];
  bytes = 0;
  cut = false;
  #first = true;
  readonly #shelf = new Shelf();

  /** @param condition what follows WHERE, with its order and limit */
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
