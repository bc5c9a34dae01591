import { once } from 'node:events';
import type { ResolvedEvent } from '@eventstore/db-client';
import { vi } from 'vitest';

/** The parts of both kinds of the client's subscriptions that the tests use. */
export type Subscribed = NodeJS.EventEmitter & { readonly unsubscribe: () => Promise<void> };

/** Records everything that a subscription emits, in order. */
export class RecordedSubscription {
  readonly events: ResolvedEvent[] = [];
  /** `confirmation`, `caughtUp`, `fellBehind`, `checkpoint <position>`, `error <type>`, and events by their revision. */
  readonly said: string[] = [];

  constructor(readonly subscription: Subscribed) {
    subscription.on('confirmation', () => this.said.push('confirmation'));
    subscription.on('caughtUp', () => this.said.push('caughtUp'));
    subscription.on('fellBehind', () => this.said.push('fellBehind'));
    subscription.on('error', (fault: { readonly type?: string }) => this.said.push(`error ${fault.type}`));
    subscription.on('data', (event: ResolvedEvent) => {
      this.events.push(event);
      this.said.push(`event ${event.event?.revision}`);
    });
    subscription.on('end', () => this.said.push('end'));
  }

  static async caughtUp(subscription: Subscribed): Promise<RecordedSubscription> {
    const recorded = new RecordedSubscription(subscription);
    await once(subscription, 'caughtUp');
    return recorded;
  }

  /** Waits for a number of events. */
  async has(count: number): Promise<void> {
    await this.until(() => this.events.length >= count);
  }

  async hasSaid(word: string): Promise<void> {
    await this.until(() => this.said.includes(word));
  }

  async until(condition: () => boolean): Promise<void> {
    await vi.waitUntil(condition, { timeout: 10_000, interval: 5 });
  }

  get caughtUps(): number {
    return this.said.filter((word) => word === 'caughtUp').length;
  }
}
