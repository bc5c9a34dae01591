import type { FundingEvent } from '@groundswell/broker';

const most = 10_000;

/**
 * What the broker said of things before the log knew them: a broker that takes no time tells what becomes of a transfer
 * before its acceptance has been written down. What is lost of it, or is too much, is found when they are compared.
 */
export class EarlyMessages {
  private readonly messages = new Map<string, readonly FundingEvent[]>();
  private count = 0;

  /** @param id the broker's, of what was spoken of @param messages what was said, where it is to be heard again */
  add(id: string, ...messages: readonly FundingEvent[]): void {
    const before = this.messages.get(id) ?? [];
    this.messages.set(id, [...before, ...messages]);
    this.count += messages.length;
    for (const oldest of this.messages.keys()) {
      if (this.messages.size <= most && this.count <= most) return;
      this.take(oldest);
    }
  }

  /** What was said of it; undefined when it was not spoken of. It is given once. */
  take(id: string): readonly FundingEvent[] | undefined {
    const found = this.messages.get(id);
    if (this.messages.delete(id)) this.count -= found?.length ?? 0;
    return found;
  }
}
