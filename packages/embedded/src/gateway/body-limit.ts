import { type Readable, Transform } from 'node:stream';

class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** Passes a body on and fails it once it exceeds `limit` bytes: a chunked one does not say its length beforehand. */
export const limitBody = (body: Readable, limit: number): Readable => {
  let received = 0;
  const limiter = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      received += chunk.length;
      if (received > limit) pass(new BodyTooLarge());
      else pass(null, chunk);
    },
  });
  body.once('error', (error) => limiter.destroy(error));
  return body.pipe(limiter);
};

/** Whether an error is, or was caused by, a body beyond its limit. */
export const isBodyTooLarge = (error: unknown): boolean =>
  error instanceof BodyTooLarge || (error instanceof Error && isBodyTooLarge(error.cause));
