import { forgetOldest } from '@groundswell/platform';
import type { ProposedEvent } from '../domain/event.js';
import type { Outcome } from '../domain/outcome.js';
import { longestAppend, mostEvents, proposalFault, sizeOf } from '../domain/proposal.js';
import { streamNameFault } from '../domain/stream-name.js';
import type { EventLog } from '../log/event-log.js';
import { longestWork } from '../log/writer.js';
import { mayWrite } from '../security/rights.js';
import type { Identify } from '../security/users.js';
import type { BatchAppendChunk, BatchAppendOptions } from '../wire/batch-append-request.js';
import { encodeBatchAppendResponse } from '../wire/batch-append-response.js';
import { callerOf } from './access.js';
import type { OpenCalls } from './open-calls.js';
import { Outlet } from './outlet.js';
import type { StreamsHandlers } from './services.js';

/** Maximum accepted but unanswered appends per call; beyond it, reading the call pauses. */
const mostPending = 4_096;
const mostPendingBytes = 16 * 1024 * 1024;
/** Appends that were answered before their last chunk: later chunks of these are ignored. */
const mostOver = 4_096;

/** `Streams.BatchAppend`: all appends of a client, many at a time, on one call that never ends. */
export const batchAppendHandler =
  (log: EventLog, calls: OpenCalls, identify: Identify): StreamsHandlers['batchAppend'] =>
  (call) => {
    const outlet = new Outlet<Buffer>(call);
    calls.add(outlet);
    const appends = new BatchAppendCall(log, outlet, {
      pause: () => call.pause(),
      resume: () => call.resume(),
      mayWrite: mayWrite(callerOf(identify, call.metadata)),
    });
    call.on('data', (chunk: BatchAppendChunk) => appends.receive(chunk));
    // The client ends the call when it is disposed: pending appends are still answered.
    call.on('end', () => appends.end());
  };

interface Caller {
  readonly mayWrite: boolean;
  readonly pause: () => void;
  readonly resume: () => void;
}

/** An append whose chunks are arriving, or that is being written. */
interface PendingAppend {
  readonly correlation: Buffer;
  readonly stream: string;
  readonly expected: number;
  readonly deadline: number;
  readonly events: ProposedEvent[];
  bytes: number;
  timer: NodeJS.Timeout | undefined;
  answered: boolean;
  final: boolean;
}

class BatchAppendCall {
  /** By correlation id, until its response was sent. */
  readonly #pending = new Map<string, PendingAppend>();
  /** The correlation ids of those that were answered early, oldest first. */
  readonly #over = new Set<string>();
  #bytes = 0;
  /** Answers that the client has not read yet. */
  #unsent = 0;
  #paused = false;
  #ended = false;

  constructor(
    private readonly log: EventLog,
    private readonly outlet: Outlet<Buffer>,
    private readonly caller: Caller,
  ) {}

  receive(chunk: BatchAppendChunk): void {
    const key = chunk.correlation.toString('latin1');
    if (this.#over.has(key)) {
      if (chunk.final) this.#over.delete(key);
      return;
    }
    const append = this.#pending.get(key) ?? this.#begin(key, chunk);
    if (append === undefined) return;
    append.final ||= chunk.final;
    if (append.answered) {
      if (chunk.final) this.#over.delete(key);
      return;
    }
    for (const event of chunk.events) {
      append.events.push(event);
      append.bytes += sizeOf(event);
      this.#bytes += sizeOf(event);
    }
    const refusal = faultOf(append, chunk);
    if (refusal !== undefined) this.#answer(key, append, refusal);
    else if (append.final) {
      const { stream, expected, events, deadline } = append;
      const settle = (outcome: Outcome): void => this.#answer(key, append, outcome);
      this.log.writer.submit({ kind: 'append', stream, expected, events, deadline, settle });
    }
    this.#regulate();
  }

  end(): void {
    this.#ended = true;
    if (this.#pending.size === 0) this.outlet.end();
  }

  #begin(key: string, { correlation, options }: BatchAppendChunk): PendingAppend | undefined {
    // A chunk without options, for an append that is already over.
    if (options === undefined) return undefined;
    const append: PendingAppend = {
      correlation,
      stream: options.stream,
      expected: options.expected,
      deadline: deadlineOf(options),
      events: [],
      bytes: 0,
      timer: undefined,
      answered: false,
      final: false,
    };
    this.#pending.set(key, append);
    const left = append.deadline - Date.now();
    if (!this.caller.mayWrite) this.#answer(key, append, { kind: 'access denied' });
    else if (left <= 0) this.#answer(key, append, { kind: 'timeout' });
    else append.timer = setTimeout(() => this.#answer(key, append, { kind: 'timeout' }), left);
    return append;
  }

  #answer(key: string, append: PendingAppend, outcome: Outcome): void {
    if (append.answered) return;
    append.answered = true;
    clearTimeout(append.timer);
    this.#bytes -= append.bytes;
    this.#send(encodeBatchAppendResponse(append, outcome));
    this.#pending.delete(key);
    if (!append.final) this.#rememberOver(key);
    if (this.#ended && this.#pending.size === 0) this.outlet.end();
    this.#regulate();
  }

  /** Answers need not wait for each other, but a client that does not read them cannot send more appends. */
  #send(answer: Buffer): void {
    const full = this.outlet.send(answer);
    if (full === undefined) return;
    this.#unsent += 1;
    void full.then(() => {
      this.#unsent = 0;
      this.#regulate();
    });
  }

  #rememberOver(key: string): void {
    this.#over.add(key);
    forgetOldest(this.#over, mostOver);
  }

  #regulate(): void {
    const full = this.#pending.size + this.#unsent > mostPending || this.#bytes > mostPendingBytes;
    if (full === this.#paused) return;
    this.#paused = full;
    if (full) this.caller.pause();
    else this.caller.resume();
  }
}

const deadlineOf = ({ deadline, patience }: BatchAppendOptions): number => {
  const now = Date.now();
  return Math.min(deadline ?? Number.POSITIVE_INFINITY, now + Math.min(patience ?? longestWork, longestWork));
};

const faultOf = (append: PendingAppend, { events, fault: wrong }: BatchAppendChunk): Outcome | undefined => {
  if (append.bytes > longestAppend || append.events.length > mostEvents) return { kind: 'too large' };
  const reason =
    streamNameFault(append.stream) ?? wrong ?? events.map(proposalFault).find((fault) => fault !== undefined);
  return reason === undefined ? undefined : { kind: 'bad request', reason };
};
