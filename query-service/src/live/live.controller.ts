import { Readable } from 'node:stream';
import { serviceCalls } from '@groundswell/contracts';
import { type CallInput, type Exchange, SerialisedAnswer, Serves } from '@groundswell/platform/http';
import { Controller, Inject } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { LiveChanges, type Message } from './live-changes.js';

/** Bytes that wait for a slow reader; beyond it the stream is cut, and the reader comes back with its last id. */
const mostWaiting = 64 * 1024;

@Controller()
export class LiveController {
  readonly #open = new Set<Readable>();

  constructor(@Inject(LiveChanges) private readonly changes: LiveChanges) {}

  @Serves(serviceCalls.live)
  live(_input: CallInput<typeof serviceCalls.live>, exchange: Exchange): SerialisedAnswer {
    const body = this.#streamOf(this.changes.messages(exchange.header('last-event-id')));
    exchange.signal.addEventListener('abort', () => body.destroy(), { once: true });
    exchange.setHeader('cache-control', 'no-store');
    // A proxy that gathers an answer before it hands it on would hold back every change.
    exchange.setHeader('x-accel-buffering', 'no');
    return new SerialisedAnswer(body, 'text/event-stream; charset=utf-8');
  }

  /** Streams never end by themselves: a service that stops would wait for them. */
  beforeApplicationShutdown(): void {
    for (const body of this.#open) body.push(null);
  }

  #streamOf(messages: Observable<Message>): Readable {
    const body = new Readable({
      read: () => undefined,
      destroy: (error, done) => {
        subscription.unsubscribe();
        this.#open.delete(body);
        done(error);
      },
      highWaterMark: mostWaiting,
    });
    const subscription = messages.subscribe((message) => {
      if (!body.push(message)) body.destroy();
    });
    this.#open.add(body);
    return body;
  }
}
