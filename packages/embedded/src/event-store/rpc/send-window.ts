import { ServerInterceptingCall, type ServerInterceptor, type ServerListener } from '@grpc/grpc-js';
import { StoredRow } from '../log/stored-row.js';

/** Bytes that may be in flight to the socket before the next message waits. */
const windowBytes = 64 * 1024;

/**
 * gRPC hands one message at a time to the connection and waits until it is written, which costs a system call and a
 * turn of the event loop each. Within a window messages do not wait, so many are sent together. Beyond the window
 * the call waits as before, so memory stays bounded.
 */
export class WindowedCall extends ServerInterceptingCall {
  #onTheirWay = 0;
  #waiting: (() => void) | undefined;

  /** @param listener what the call must pass before its handler */
  constructor(call: Parameters<ServerInterceptor>[1], listener: ServerListener) {
    super(call, { start: (next) => next(listener) });
  }

  override sendMessage(message: unknown, proceed: () => void): void {
    const size = sizeOf(message);
    this.#onTheirWay += size;
    super.sendMessage(message, () => {
      this.#onTheirWay -= size;
      if (this.#waiting === undefined || this.#onTheirWay >= windowBytes) return;
      const waiting = this.#waiting;
      this.#waiting = undefined;
      waiting();
    });
    if (this.#onTheirWay < windowBytes) proceed();
    else this.#waiting = proceed;
  }
}

/** Bytes of a message. Other messages, such as the answer of a single call, are small. */
const sizeOf = (message: unknown): number => {
  if (Buffer.isBuffer(message)) return message.length;
  return message instanceof StoredRow ? message.size : 0;
};
