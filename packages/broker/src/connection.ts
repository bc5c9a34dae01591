import type { z } from 'zod';
import { BrokerError } from './broker-error.js';
import { errorOf } from './error-body.js';
import { Pacing, realSurroundings, type Surroundings } from './pacing.js';

export interface ConnectionOptions {
  /** `https://data.alpaca.markets`, or where the sandbox listens. */
  readonly baseUrl: string;
  readonly keyId: string;
  readonly secretKey: string;
  /**
   * `basic` is what the Broker API takes, and the data host accepts with the same keys; `headers` is the pair of APCA
   * headers, for keys of the Trading API.
   */
  readonly authentication?: 'basic' | 'headers';
  /** Milliseconds for one attempt, body included. */
  readonly timeout?: number;
  /** Attempts in all for a call that may be repeated. */
  readonly attempts?: number;
  readonly surroundings?: Surroundings;
}

export type Query = Readonly<Record<string, string | number | undefined>>;

const authorisationOf = ({
  keyId,
  secretKey,
  authentication = 'basic',
}: ConnectionOptions): Readonly<Record<string, string>> =>
  authentication === 'basic'
    ? { authorization: `Basic ${Buffer.from(`${keyId}:${secretKey}`).toString('base64')}` }
    : { 'apca-api-key-id': keyId, 'apca-api-secret-key': secretKey };

/** One host of the broker: authentication, time limits, rate limits, repeats and typed errors. */
export class Connection {
  private readonly headers: Readonly<Record<string, string>>;
  private readonly pacing: Pacing;

  constructor(private readonly options: ConnectionOptions) {
    this.headers = { ...authorisationOf(options), accept: 'application/json' };
    this.pacing = new Pacing(options.surroundings ?? realSurroundings);
  }

  /**
   * Reads something. Reading twice does no harm, so what may pass (429, 5xx, no connection, no answer in time) is
   * repeated a few times.
   * @throws BrokerError
   */
  async get<T extends z.ZodType>(
    path: string,
    { query = {}, schema, signal }: { query?: Query; schema: T; signal?: AbortSignal | undefined },
  ): Promise<z.output<T>> {
    const attempts = this.options.attempts ?? 5;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attempt(path, query, schema, signal);
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof BrokerError) || !error.passing || attempt >= attempts) throw error;
        await this.pacing.backOff(attempt + 1, signal);
      }
    }
  }

  private async attempt<T extends z.ZodType>(
    path: string,
    query: Query,
    schema: T,
    signal: AbortSignal | undefined,
  ): Promise<z.output<T>> {
    await this.pacing.turn(signal);
    const limit = AbortSignal.timeout(this.options.timeout ?? 15_000);
    const body = await this.exchange(
      this.urlOf(path, query),
      signal ? AbortSignal.any([signal, limit]) : limit,
    );
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new BrokerError(`the broker's answer to ${path} has another shape at "${where}"`, {
      kind: 'malformed',
      cause: parsed.error,
    });
  }

  private async exchange(url: URL, signal: AbortSignal): Promise<unknown> {
    try {
      const response = await fetch(url, { headers: this.headers, signal, redirect: 'error' });
      this.pacing.read(response.headers);
      if (!response.ok) throw await errorOf(response);
      return await response.json();
    } catch (error) {
      if (error instanceof BrokerError) throw error;
      if (error instanceof SyntaxError) {
        throw new BrokerError('the broker answered something other than JSON', {
          kind: 'malformed',
          cause: error,
        });
      }
      const late = signal.aborted && signal.reason instanceof Error && signal.reason.name === 'TimeoutError';
      throw late
        ? new BrokerError('the broker did not answer in time', { kind: 'timeout', cause: error })
        : new BrokerError('the broker is out of reach', { kind: 'unavailable', cause: error });
    }
  }

  private urlOf(path: string, query: Query): URL {
    const url = new URL(this.options.baseUrl.replace(/\/$/, '') + path);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    return url;
  }
}
