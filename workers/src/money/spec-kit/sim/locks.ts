import type { Owner } from '@groundswell/platform/read-store';
import type { Own } from '../../broker-listener/leader-election.js';
import type { SimContext } from './context.js';
import type { Node } from './loop.js';

interface Session {
  readonly node: Node;
  isLost: boolean;
  readonly held: Set<string>;
  tell: (fault: Error) => void;
}

interface Waiting {
  readonly session: Session;
  readonly take: () => void;
}

const lost = (): Error => new Error('simulated: the session was ended');

/** Locks by name. A lost session releases its locks at once, and its process learns about it later. */
export class SimLocks {
  readonly #sessions = new Set<Session>();
  readonly #holders = new Map<string, Session>();
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(private readonly world: Pick<SimContext, 'loop' | 'faults'>) {}

  /** Whether a process holds a lock through a live session. */
  isHeldBy(node: Node, name: string): boolean {
    return this.#holders.get(name)?.node === node;
  }

  /** Ends all sessions of a process. @param after milliseconds until it learns about it */
  lose(node: Node, after: number): void {
    for (const session of [...this.#sessions].filter((one) => one.node === node)) {
      session.isLost = true;
      this.#sessions.delete(session);
      for (const name of [...session.held]) this.#free(session, name);
      this.world.loop.soon(node, 'lock lost', () => session.tell(lost()), after);
    }
  }

  #open(node: Node): { session: Session; lost: Promise<Error> } {
    const session: Session = { node, isLost: false, held: new Set(), tell: () => undefined };
    const isLost = new Promise<Error>((resolve) => {
      session.tell = resolve;
    });
    this.#sessions.add(session);
    return { session, lost: isLost };
  }

  #close(session: Session): void {
    session.isLost = true;
    this.#sessions.delete(session);
    for (const name of [...session.held]) this.#free(session, name);
  }

  /** Ends a session. Its process learns about it at once. */
  #drop(session: Session): Error {
    this.#close(session);
    this.world.loop.soon(session.node, 'lock lost', () => session.tell(lost()));
    return lost();
  }

  #free(session: Session, name: string): void {
    session.held.delete(name);
    if (this.#holders.get(name) !== session) return;
    this.#holders.delete(name);
    const queue = this.#waiting.get(name) ?? [];
    const next = queue.shift();
    if (next) this.#grant(next, name);
  }

  #grant({ session, take }: Waiting, name: string): void {
    if (session.isLost || session.node.state === 'dead') {
      this.#free(session, name);
      const next = this.#waiting.get(name)?.shift();
      if (next) this.#grant(next, name);
      return;
    }
    this.#take(session, name);
    this.world.loop.soon(session.node, 'owns', take, this.world.faults.latency());
  }

  #take(session: Session, name: string): void {
    this.#holders.set(name, session);
    session.held.add(name);
  }

  openOwner(node: Node): () => Promise<Owner> {
    const ask = <T>(what: string, act: () => T): Promise<T> =>
      this.world.faults.ask(node, 'store', what, act, { before: lost });
    return () =>
      ask('lock session', () => {
        const { session, lost: isLost } = this.#open(node);
        const whileOpen = <T>(act: () => T): T => {
          if (session.isLost) throw lost();
          return act();
        };
        // A failed statement closes its connection.
        const inSession = <T>(what: string, act: () => T): Promise<T> =>
          this.world.faults.ask(node, 'store', what, act, { before: () => this.#drop(session) });
        return {
          lost: isLost,
          tryOwn: (name: string) =>
            inSession('lock', () =>
              whileOpen(() => {
                const holder = this.#holders.get(name);
                if (!holder) this.#take(session, name);
                return !holder || holder === session;
              }),
            ),
          letGo: (name: string) => inSession('unlock', () => whileOpen(() => this.#free(session, name))),
          close: async () => this.#close(session),
        };
      });
  }

  own(node: Node): Own {
    return async (name, signal) => {
      const { session, lost: isLost } = this.#open(node);
      await new Promise<void>((resolve) => {
        if (!this.#holders.has(name)) return this.#grant({ session, take: resolve }, name);
        const queue = this.#waiting.get(name) ?? [];
        queue.push({ session, take: resolve });
        this.#waiting.set(name, queue);
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      const owned = { lost: isLost, close: async () => this.#close(session) };
      if (!signal.aborted) return owned;
      await owned.close();
      return undefined;
    };
  }
}
