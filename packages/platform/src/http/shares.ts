import { forgetOldest } from '../process/forget-oldest.js';

/** One network's share of a resource: how much it holds, and how much more it may take now. */
interface Share {
  held: number;
  /** Whole ones are taken; parts come back with time. */
  left: number;
  at: number;
  /** When the network was last told to come back later. */
  refusedAt: number;
}

/** How many are taken per second, and in a burst after a pause. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

export interface ShareLimits extends Rate {
  /** Held at a time. */
  readonly atOnce: number;
}

/** A flood of made-up networks must not fill the memory: who came longest ago is forgotten first, and begins again. */
const mostNetworks = 20_000;

/** Milliseconds for which it counts that a network was told to come back later. */
const refusedFor = 5_000;
/** The part of its rate that a network keeps meanwhile. That is enough for clients that wait a second as told, but not for a flood. */
const partOfRefused = 0.25;

/** Counts how much of a resource each network holds, and how fast it takes more. */
export class Shares {
  readonly #shares = new Map<string, Share>();

  /** @param now milliseconds that only grow */
  constructor(
    private readonly limits: ShareLimits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Takes one. Returns the function that gives it back; undefined when the network has used its share. */
  take(network: string): (() => void) | undefined {
    const { atOnce, perSecond, burst } = this.limits;
    const now = this.now();
    const share = this.#shareOf(network, now);
    const rate = now - share.refusedAt < refusedFor ? perSecond * partOfRefused : perSecond;
    share.left = Math.min(burst, share.left + ((now - share.at) / 1_000) * rate);
    share.at = now;
    if (share.held >= atOnce || share.left < 1) return undefined;
    share.held += 1;
    share.left -= 1;
    return () => {
      share.held -= 1;
    };
  }

  /** Notes that a network was told to come back later. */
  refused(network: string): void {
    const now = this.now();
    this.#shareOf(network, now).refusedAt = now;
  }

  /** Whether a network was told to come back later a moment ago. */
  wasRefused(network: string): boolean {
    const share = this.#shares.get(network);
    return share !== undefined && this.now() - share.refusedAt < refusedFor;
  }

  get size(): number {
    return this.#shares.size;
  }

  #shareOf(network: string, now: number): Share {
    const share = this.#shares.get(network) ?? {
      held: 0,
      left: this.limits.burst,
      at: now,
      refusedAt: Number.NEGATIVE_INFINITY,
    };
    this.#shares.delete(network);
    this.#shares.set(network, share);
    forgetOldest(this.#shares, mostNetworks);
    return share;
  }
}
