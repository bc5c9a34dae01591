import type { Bank } from './bank.js';

/** A timer cannot wait longer. */
const longestWait = 2_147_000_000;
const waitAfterFault = 1_000;

/** Lets what is due happen, as long as the server runs. */
export class Clockwork {
  private timer: NodeJS.Timeout | undefined;
  private running = false;
  private stopped = false;

  constructor(private readonly bank: Bank) {
    bank.onWork(() => this.arm());
  }

  start(): void {
    this.arm();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private arm(): void {
    if (this.stopped || this.running) return;
    clearTimeout(this.timer);
    const due = this.bank.nextDue();
    if (due === undefined) return;
    this.wait(Math.min(Math.max(0, due - this.bank.now()), longestWait));
  }

  private wait(milliseconds: number): void {
    this.timer = setTimeout(() => void this.turn(), milliseconds);
  }

  private async turn(): Promise<void> {
    this.running = true;
    try {
      await this.bank.advance();
      this.running = false;
      this.arm();
    } catch {
      // The disk is failing. Calls get an error; scheduled steps are retried.
      this.running = false;
      if (!this.stopped) this.wait(waitAfterFault);
    }
  }
}
