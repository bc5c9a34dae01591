import { shuttingDown } from './faults.js';
import type { Outlet } from './outlet.js';

/** The calls that only end when somebody ends them. */
export class OpenCalls {
  readonly #outlets = new Set<Pick<Outlet, 'fail'>>();

  add(outlet: Pick<Outlet, 'fail' | 'gone'>): void {
    this.#outlets.add(outlet);
    outlet.gone.addEventListener('abort', () => this.#outlets.delete(outlet), { once: true });
  }

  /** Ends all of them with CANCELLED, at which the client reconnects. */
  cancel(): void {
    for (const outlet of this.#outlets) outlet.fail(shuttingDown());
  }
}
