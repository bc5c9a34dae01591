import type { IncomingMessage } from 'node:http';
import { Readable, Transform } from 'node:stream';
import { hasBody, Shares } from '@groundswell/platform';

class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** Whether an error is, or was caused by, a body beyond its limit. */
export const isBodyTooLarge = (error: unknown): boolean =>
  error instanceof BodyTooLarge || (error instanceof Error && isBodyTooLarge(error.cause));

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

/** Fails a body once it exceeds `limit` bytes: a chunked one does not announce its length. */
const limited = (body: Readable, limit: number): Readable => {
  let received = 0;
  const limiter = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      received += chunk.length;
      if (received > limit) pass(new BodyTooLarge());
      else pass(null, chunk);
    },
  });
  // An error without a listener ends the process, and a body may be cut before anything reads from the limiter.
  limiter.on('error', () => undefined);
  body.on('error', (fault) => limiter.destroy(fault));
  return body.pipe(limiter);
};

/** Accepts request bodies, limited for each network and in total. */
export class Bodies {
  readonly #shares: Shares;
  #receiving = 0;

  constructor(private readonly bounds: BodyBounds) {
    this.#shares = new Shares({
      atOnce: bounds.ofNetwork,
      perSecond: Number.POSITIVE_INFINITY,
      burst: Number.POSITIVE_INFINITY,
    });
  }

  /**
   * Returns the body to send to a service.
   * @throws TooManyBodies, BodyTooLarge, or the fault of a body that was cut short
   */
  async receive(network: string, request: IncomingMessage, limit: number): Promise<Readable> {
    if (!hasBody(request)) return request;
    const giveBack = this.#receiving < this.bounds.all ? this.#shares.take(network) : undefined;
    if (!giveBack) throw new TooManyBodies();
    this.#receiving += 1;
    const release = (): void => {
      this.#receiving -= 1;
      giveBack();
    };
    if (limit > mostKept) {
      request.once('close', release);
      return limited(request, limit);
    }
    try {
      return Readable.from([Buffer.concat(await limited(request, limit).toArray())]);
    } finally {
      release();
    }
  }
}
