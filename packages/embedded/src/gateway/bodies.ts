import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { ByNetwork, hasBody, Shares } from '@groundswell/platform';

/** Answered with 503: too many bodies are being received. */
export class TooManyBodies extends Error {
  override readonly name = 'TooManyBodies';
}

/** Incomplete bodies: each takes memory, for as long as its sender decides. */
export interface BodyBounds {
  readonly ofNetwork: number;
  readonly all: number;
}

/**
 * Longer bodies are streamed to the service. Shorter ones are sent once complete, so that no service waits for a
 * slow client.
 */
const mostKept = 65_536;

/**
 * Accepts request bodies, limited for each network and in total. When there are too many, one is cut, the oldest of the
 * network that owes most: halves of bodies, from however many networks, keep no whole one out, and a phone on a slow line is cut last.
 */
export class Bodies {
  readonly #shares: Shares;
  #receiving = 0;
  /** Those of which all has to come before anything is done. */
  readonly #owed = new ByNetwork<IncomingMessage>();

  constructor(private readonly bounds: BodyBounds) {
    this.#shares = new Shares({
      atOnce: bounds.ofNetwork,
      perSecond: Number.POSITIVE_INFINITY,
      burst: Number.POSITIVE_INFINITY,
    });
  }

  /**
   * Returns the body to send to a service. Its length was announced, and is within its limit.
   * @throws TooManyBodies, or the fault of a body that was cut short
   */
  async receive(network: string, request: IncomingMessage, limit: number): Promise<Readable> {
    if (!hasBody(request)) return request;
    const giveBack = this.#shares.take(network);
    if (!giveBack) throw new TooManyBodies();
    if (!this.#makeRoom()) {
      giveBack();
      throw new TooManyBodies();
    }
    this.#receiving += 1;
    const release = (): void => {
      this.#receiving -= 1;
      giveBack();
    };
    if (limit > mostKept) {
      request.once('close', release);
      return request;
    }
    this.#owed.add(network, request);
    try {
      return Readable.from([Buffer.concat(await request.toArray())]);
    } finally {
      this.#owed.delete(network, request);
      release();
    }
  }

  /** Whether there is room for one more. */
  #makeRoom(): boolean {
    if (this.#receiving < this.bounds.all) return true;
    const oldest = this.#owed.takeOldestOfMost();
    if (!oldest) return false;
    oldest.destroy();
    return true;
  }
}
