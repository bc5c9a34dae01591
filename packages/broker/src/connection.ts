import type { z } from 'zod';
import { BrokerError } from './broker-error.js';
import { errorOf } from './error-body.js';
import { Pacing, realTiming, sentAt, type Timing } from './pacing.js';
import { orAborted, withinTime } from './time-limit.js';

export interface ConnectionOptions {
  /** `https://data.alpaca.markets`, or where the sandbox listens. */
  readonly baseUrl: string;
  readonly keyId: string;
  readonly secretKey: string;
  /**
   * `basic` is for the Broker API, and works for the data host with the same keys; `headers` is the pair of
   * APCA headers, for keys of the Trading API.
   */
  readonly authentication?: 'basic' | 'headers';
  /** Milliseconds for one attempt, body included. */
  readonly timeout?: number;
  /** Attempts in all for a call that may be repeated. */
  readonly attempts?: number;
  readonly timing?: Timing;
  /** How a request is made; over the network when left out. */
  readonly fetch?: typeof fetch;
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

/** System calls that come before anything is sent. The same codes may come later, while an answer is read. */
const beforeSending: readonly unknown[] = ['connect', 'getaddrinfo'];

const isBeforeSending = (cause: unknown): boolean => {
  if (cause instanceof AggregateError) return cause.errors.length > 0 && cause.errors.every(isBeforeSending);
  const { code, syscall } = Object(cause) as { readonly code?: unknown; readonly syscall?: unknown };
  return code === 'UND_ERR_CONNECT_TIMEOUT' || beforeSending.includes(syscall);
};

const wasNeverSent = (fault: unknown): boolean => fault instanceof Error && isBeforeSending(fault.cause);

/** What `fetch` threw, as an error of this package. */
const faultOf = (fault: unknown, signal: AbortSignal): BrokerError => {
  if (fault instanceof BrokerError) return fault;
  if (fault instanceof SyntaxError) {
    // Its message quotes the answer, which may be about a person.
    return new BrokerError('the broker answered something other than JSON', { kind: 'malformed' });
  }
  if (!signal.aborted) {
    const outcome = wasNeverSent(fault) ? 'known' : 'unknown';
    return new BrokerError('the broker cannot be reached', { kind: 'unavailable', outcome, cause: fault });
  }
  const late = signal.reason instanceof Error && signal.reason.name === 'TimeoutError';
  const message = late
    ? 'the broker did not answer in time'
    : 'the call was canceled before the broker answered';
  return new BrokerError(message, { kind: 'timeout', cause: fault });
};

interface Answering {
  /**
   * Called with the time of each answer: by the broker's clock, in whole seconds (`Date`, RFC 9110 6.6.1); by
   * ours if the answer has none.
   */
  readonly onAnswer?: ((at: Date) => void) | undefined;
}

/** A call that changes something. It is made once, whatever happens. */
export interface Sending<T extends z.ZodType> extends Answering {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  /** Of the answer; without it the answer is not read. */
  readonly schema: T;
  /** The body's personal values: removed from whatever the broker answers. */
  readonly confidential?: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

interface Reading<T extends z.ZodType> extends Answering {
  readonly query?: Query;
  readonly schema: T;
  readonly signal?: AbortSignal | undefined;
}

interface Exchange extends Answering {
  readonly confidential?: readonly string[];
}

const wholeSecond = (milliseconds: number): Date => new Date(Math.floor(milliseconds / 1_000) * 1_000);

/** One host of the broker: authentication, time limits, rate limits, repeats and typed errors. */
export class Connection {
  private readonly headers: Readonly<Record<string, string>>;
  private readonly timeout: number;
  private readonly fetch: typeof fetch;
  private readonly timing: Timing;
  readonly pacing: Pacing;

  constructor(private readonly options: ConnectionOptions) {
    this.headers = { ...authorisationOf(options), accept: 'application/json' };
    this.timeout = options.timeout ?? 15_000;
    this.fetch = options.fetch ?? ((url, init) => fetch(url, init));
    this.timing = options.timing ?? realTiming;
    this.pacing = new Pacing(this.timing);
  }

  /** The wall clock, in milliseconds since 1970. */
  now(): number {
    return this.timing.now();
  }

  /**
   * Reads something. Reading twice does no harm, so what may pass (429, 5xx, no connection, no answer in time) is
   * repeated a few times.
   * @throws BrokerError
   */
  async get<T extends z.ZodType>(
    path: string,
    { query = {}, schema, signal, onAnswer }: Reading<T>,
  ): Promise<z.output<T>> {
    const attempts = this.options.attempts ?? 5;
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.pacing.turn(signal);
        const body = await this.inTime(signal, (either) =>
          this.exchange(this.urlOf(path, query), { signal: either }, { onAnswer }),
        );
        return this.parsed(path, schema, body);
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof BrokerError) || !error.passing || attempt >= attempts) throw error;
        await this.pacing.backOff(attempt + 1, signal);
      }
    }
  }

  /**
   * Changes something, in one attempt: the broker has no idempotency keys that would make a second one safe.
   * The error tells whether its outcome is known.
   * @throws BrokerError also when the caller gave up
   */
  async send<T extends z.ZodType>(path: string, sending: Sending<T>): Promise<z.output<T>> {
    const { method, body, schema, confidential = [], signal, onAnswer } = sending;
    await this.turnToSend(signal);
    const answer = await this.inTime(signal, (either) =>
      this.exchange(
        this.urlOf(path, {}),
        {
          method,
          signal: either,
          ...(body !== undefined && {
            body: JSON.stringify(body),
            headers: { ...this.headers, 'content-type': 'application/json' },
          }),
        },
        { confidential, onAnswer },
      ),
    );
    return this.parsed(path, schema, answer);
  }

  private inTime<T>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return withinTime(this.timeout, signal, work, this.options.timing?.alarm);
  }

  private async turnToSend(signal: AbortSignal | undefined): Promise<void> {
    try {
      await this.pacing.turn(signal);
      signal?.throwIfAborted();
    } catch (cause) {
      const facts = { kind: 'timeout', outcome: 'known', cause } as const;
      throw new BrokerError('the call was canceled before it was sent', facts);
    }
  }

  /**
   * Opens a stream. The time limit is for the beginning of the answer; from then on the caller watches over it.
   * @throws BrokerError
   */
  async open(path: string, query: Query, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    await this.pacing.turn(signal);
    return this.inTime(signal, async (either) => {
      try {
        const headers = { ...this.headers, accept: 'text/event-stream' };
        const opening = this.fetch(this.urlOf(path, query), { headers, signal: either, redirect: 'error' });
        const response = await orAborted(opening, either);
        this.pacing.read(response.headers);
        if (!response.ok) throw await orAborted(errorOf(response), either);
        if (!response.body) throw new BrokerError('the broker sent an empty answer', { kind: 'malformed' });
        return response.body;
      } catch (fault) {
        signal.throwIfAborted();
        throw faultOf(fault, either);
      }
    });
  }

  private parsed<T extends z.ZodType>(path: string, schema: T, body: unknown): z.output<T> {
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new BrokerError(`the broker's answer to ${path} has an unexpected shape at "${where}"`, {
      kind: 'malformed',
      cause: parsed.error,
    });
  }

  private async exchange(
    url: URL,
    init: RequestInit & { readonly signal: AbortSignal },
    { confidential = [], onAnswer }: Exchange,
  ): Promise<unknown> {
    const answering = async (): Promise<unknown> => {
      const response = await this.fetch(url, { headers: this.headers, redirect: 'error', ...init });
      this.pacing.read(response.headers);
      onAnswer?.(wholeSecond(sentAt(response.headers) ?? this.timing.now()));
      if (!response.ok) throw await errorOf(response, confidential);
      const text = await response.text();
      return text === '' ? undefined : JSON.parse(text);
    };
    try {
      // Watches the signal here as well: fetch no longer does once its request was garbage-collected (Node
      // 20).
      return await orAborted(answering(), init.signal);
    } catch (fault) {
      throw faultOf(fault, init.signal);
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
