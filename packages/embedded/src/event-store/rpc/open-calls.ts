import type { sendUnaryData } from '@grpc/grpc-js';
import { type CallFault, shuttingDown, unavailable } from './faults.js';
import type { Outlet } from './outlet.js';

/** Calls open when the server stops, so that each ends in the way its client understands. */
export class OpenCalls {
  readonly #endings = new Set<() => void>();
  #over = false;

  /** A call that only ends when someone ends it: with CANCELLED, at which the client connects again. */
  add(outlet: Pick<Outlet, 'fail' | 'gone'>): void {
    const forget = this.#hold(() => outlet.fail(shuttingDown()));
    outlet.gone.addEventListener('abort', forget, { once: true });
  }

  /** A call that gets one answer: UNAVAILABLE, when the server stops before it. Only the first answer is given. */
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

  /** Ends all of them, and those that still come. */
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
