import { count, duration } from './text.js';

/** Where a long piece of work stands. */
export interface Step {
  /** What is going on: `trendList`. */
  readonly label: string;
  /** From 0 to 1; undefined while nobody knows. */
  readonly fraction?: number | undefined;
  /** How many of `unit` are done since it began. */
  readonly done: number;
  readonly unit: string;
}

/** Whom it is shown to. */
export interface Screen {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

const barWidth = 24;
/** Milliseconds between two pictures on a terminal, and between two lines in a log. */
const usual = { terminal: 100, log: 5_000 };

/** What is shown of a step, `elapsed` seconds after its beginning. */
export const describeStep = ({ label, fraction, done, unit }: Step, elapsed: number, begun = 0): string => {
  const rate = elapsed > 0 ? done / elapsed : 0;
  const figures = [`${count(done)} ${unit}`, `${count(Math.round(rate))}/s`];
  if (fraction === undefined) return [label, ...figures].join('  ');
  const part = Math.min(1, Math.max(0, fraction));
  const filled = Math.round(part * barWidth);
  const bar = `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}]`;
  const advanced = part - begun;
  const left = advanced > 0 ? (elapsed * (1 - part)) / advanced : Number.POSITIVE_INFINITY;
  const rest = part >= 1 ? duration(elapsed) : `${duration(left)} left`;
  return [label, bar, `${Math.floor(part * 100)}%`, ...figures, rest].join('  ');
};

/** Shows how far long work has come: a bar that is drawn anew on a terminal, a line now and then in a log. */
export class Progress {
  #shown = Number.NEGATIVE_INFINITY;
  #started: number | undefined;
  #begun = 0;
  #label: string | undefined;
  #drawn = false;

  constructor(
    private readonly screen: Screen,
    private readonly now: () => number = () => performance.now(),
  ) {}

  show(step: Step): void {
    if (this.#label !== step.label || this.#started === undefined) this.#begin(step);
    const now = this.now();
    if (now - this.#shown < (this.screen.isTTY ? usual.terminal : usual.log)) return;
    this.#shown = now;
    this.#draw(describeStep(step, (now - (this.#started ?? now)) / 1_000, this.#begun));
  }

  /** Takes the bar away, so that what is said next stands on a line of its own. */
  clear(): void {
    if (this.#drawn) this.screen.write('\r\u001b[K');
    this.#drawn = false;
    this.#label = undefined;
  }

  #begin(step: Step): void {
    this.clear();
    this.#label = step.label;
    this.#begun = step.fraction ?? 0;
    this.#started = this.now();
    // In a log the first line comes after a while: what is quick says nothing.
    this.#shown = this.screen.isTTY ? Number.NEGATIVE_INFINITY : this.#started;
  }

  #draw(text: string): void {
    if (!this.screen.isTTY) {
      this.screen.write(`${text}\n`);
      return;
    }
    this.#drawn = true;
    this.screen.write(`\r\u001b[K${text.slice(0, (this.screen.columns ?? 100) - 1)}`);
  }
}
