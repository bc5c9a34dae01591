import type { StoredRow } from '../log/stored-row.js';
import type { CallFault } from './faults.js';

/** A message, or an event that is encoded when it is sent. */
export type Answer = Buffer | StoredRow;

/** A call that is answered with a stream. */
export type AnsweredCall<Message = Answer> = NodeJS.EventEmitter & {
  readonly write: (message: Message) => boolean;
  readonly end: () => unknown;
};

const left = 'the call is over';

/**
 * The answering side of a long call: sending waits for the client to read, and ends when the client leaves.
 */
export class Outlet<Message = Answer> {
  #closed = false;
  readonly #gone = new AbortController();
  #draining: Promise<void> | undefined;

  constructor(private readonly call: AnsweredCall<Message>) {
    for (const end of ['cancelled', 'close', 'finish']) call.on(end, () => this.#close());
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Aborted when nothing can be sent any more. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Sends a message. If it returns a promise, the client is slow: wait for it before the next message. */
  send(message: Message): Promise<void> | undefined {
    if (this.#closed || this.call.write(message)) return undefined;
    this.#draining ??= this.#drained();
    return this.#draining;
  }

  end(): void {
    if (this.#closed) return;
    this.#close();
    this.call.end();
  }

  fail(fault: CallFault): void {
    if (this.#closed) return;
    this.#close();
    this.call.emit('error', fault);
  }

  /** Resolves when the client has read what was sent, or has left. */
  #drained(): Promise<void> {
    return new Promise((resolve) => {
      const settle = (): void => {
        this.#draining = undefined;
        this.call.removeListener('drain', settle);
        this.gone.removeEventListener('abort', settle);
        resolve();
      };
      this.call.on('drain', settle);
      this.gone.addEventListener('abort', settle);
    });
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    // Without a given reason, each end of a call would create an exception with a stack trace.
    this.#gone.abort(left);
  }
}
