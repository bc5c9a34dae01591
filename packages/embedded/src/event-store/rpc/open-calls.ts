import type { sendUnaryData } from '@grpc/grpc-js';
import { type CallFault, cutOff, unavailable } from './faults.js';
import type { Outlet } from './outlet.js';

/** Calls open when the server stops, so that each ends in the way its client understands. */
export class OpenCalls {
  readonly #endings = new Set<() => void>();
  #over = false;

  /** A call without a natural end. It is cut off, which never looks as if it were done. */
  add(outlet: Pick<Outlet, 'fail' | 'gone'>): void {
    const forget = this.#hold(() => outlet.fail(cutOff()));
    outlet.gone.addEventListener('abort', forget, { once: true });
  }

  /** A call with one response: UNAVAILABLE when the server stops first. Only the first response is sent. */
  answering(answer: sendUnaryData<Buffer>): (fault: CallFault | null, message?: Buffer) => void {
    let answered = false;
    const once = (fault: CallFault | null, message?: Buffer): void => {
      if (answered) return;
      answered = true;
      forget();
      answer(fault, message);
    };
    const forget = this.#hold(() => once(unavailable()));
    return once;
  }

  /** Ends all of them, and any later ones. */
  end(): void {
    this.#over = true;
    for (const ending of this.#endings) ending();
  }

  #hold(ending: () => void): () => void {
    this.#endings.add(ending);
    if (this.#over) setImmediate(ending);
    return () => this.#endings.delete(ending);
  }
}
