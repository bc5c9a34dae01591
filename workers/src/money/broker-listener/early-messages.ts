import type { FundingEvent } from '@groundswell/broker';

const most = 10_000;

/**
 * Messages about things that the log does not know yet: a fast broker reports on a transfer before its
 * acceptance was written down. A message that is lost or dropped here is made up for by reconciliation.
 */
export class EarlyMessages {
  private readonly messages = new Map<string, readonly FundingEvent[]>();
  private count = 0;

  /** @param id the broker's id of the subject @param messages the messages, in the order to handle them */
  add(id: string, ...messages: readonly FundingEvent[]): void {
    const before = this.messages.get(id) ?? [];
    this.messages.set(id, [...before, ...messages]);
    this.count += messages.length;
    for (const oldest of this.messages.keys()) {
      if (this.messages.size <= most && this.count <= most) return;
      this.take(oldest);
    }
  }

  /** The messages about it; undefined when there were none. They are returned once. */
  take(id: string): readonly FundingEvent[] | undefined {
    const found = this.messages.get(id);
    if (this.messages.delete(id)) this.count -= found?.length ?? 0;
    return found;
  }
}
