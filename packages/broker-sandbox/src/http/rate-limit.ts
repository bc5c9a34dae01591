import type { FastifyReply } from 'fastify';

/** Calls a minute over all clients, counted in whole minutes as Alpaca does. */
export class RateLimit {
  private windowEndsAt = 0;
  private used = 0;

  constructor(
    private readonly limit: number,
    private readonly now: () => number,
  ) {}

  /** Counts one call and writes the three headers; false when the minute is used up. */
  take(reply: FastifyReply): boolean {
    const now = this.now();
    if (now >= this.windowEndsAt) {
      this.windowEndsAt = (Math.floor(now / 60_000) + 1) * 60_000;
      this.used = 0;
    }
    const granted = this.used < this.limit;
    if (granted) this.used += 1;
    reply.header('X-RateLimit-Limit', this.limit);
    reply.header('X-RateLimit-Remaining', this.limit - this.used);
    reply.header('X-RateLimit-Reset', Math.floor(this.windowEndsAt / 1_000));
    return granted;
  }
}
