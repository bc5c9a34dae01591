import type { Connection, Submittable } from 'pg';

/** Parts of the driver's connection that its types leave out. */
interface CopyingConnection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** A COPY statement that the driver runs; it hands on what PostgreSQL answers through these methods. */
export abstract class Copy implements Submittable {
  readonly done: Promise<void>;
  /** Called by the driver when the copy ends. */
  callback?: (fault?: Error) => void;
  #settle: (fault?: Error) => void = () => {};
  #fault: Error | undefined;

  /** @param query_timeout milliseconds it may take, under the driver's own name */
  constructor(readonly query_timeout?: number) {
    this.done = new Promise((resolve, reject) => {
      this.#settle = (fault) => {
        this.callback?.(fault);
        if (fault === undefined) resolve();
        else reject(fault);
      };
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

/** Copies rows into a table: all of them, or none. */
export class CopyIn extends Copy {
  /**
   * @param statement `COPY … FROM STDIN`
   * @param chunks the rows in the format that the statement names, cut anywhere
   * @param patience milliseconds it may take
   */
  constructor(
    private readonly statement: string,
    private readonly chunks: readonly Buffer[],
    patience?: number,
  ) {
    super(patience);
  }

  /** All in one go: PostgreSQL reads the rows when it has taken the statement, and drops them should it refuse. */
  submit(connection: Connection & Partial<CopyingConnection>): void {
    connection.query(this.statement);
    for (const chunk of this.chunks) connection.sendCopyFromChunk?.(chunk);
    connection.endCopyFrom?.();
  }

  handleCopyInResponse(): void {}
}
