import { count, duration } from './text.js';

/** Progress of a long task. */
export interface Step {
  /** The current item: `trendList`. */
  readonly label: string;
  /** From 0 to 1; undefined while no one knows. */
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

/** Where a step stood when its time began to be taken. */
interface Beginning {
  readonly fraction: number;
  readonly done: number;
}

const theStart: Beginning = { fraction: 0, done: 0 };
/** Characters of a bar between its brackets, the widest first. */
const barWidths = [24, 16, 8];
/** Seconds before which a rate means nothing: what was done instantly predates the first look. */
const firstRate = 1;
/** Milliseconds between two pictures on a terminal, and between two lines in a log. */
const usual = { terminal: 100, log: 4_000 };

const barOf = (part: number, width: number): string => {
  const filled = Math.round(part * width);
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}]`;
};

const rateOf = ({ done }: Step, elapsed: number, begun: Beginning): string[] =>
  elapsed < firstRate ? [] : [`${count(Math.round((done - begun.done) / elapsed))}/s`];

/** How long it took, and how much longer it will take once that can be estimated. */
const restOf = (part: number, elapsed: number, begun: Beginning): string[] => {
  if (part >= 1) return [duration(elapsed)];
  const advanced = part - begun.fraction;
  return elapsed < firstRate || advanced <= 0 ? [] : [`${duration((elapsed * (1 - part)) / advanced)} left`];
};

/** The same picture ever shorter: the bar shrinks and goes first, then what can be done without. */
const picturesOf = (step: Step, elapsed: number, begun: Beginning): string[][] => {
  const { label, fraction, done, unit } = step;
  const [counted, rate] = [`${count(done)} ${unit}`, rateOf(step, elapsed, begun)];
  if (fraction === undefined) return [[label, counted, ...rate], [counted]];
  const part = Math.min(1, Math.max(0, fraction));
  const percent = `${Math.floor(part * 100)}%`;
  const rest = restOf(part, elapsed, begun);
  return [
    ...barWidths.map((width) => [label, barOf(part, width), percent, counted, ...rate, ...rest]),
    [label, percent, counted, ...rate, ...rest],
    [label, percent, ...rate, ...rest],
    [percent, ...rate, ...rest],
  ];
};

/** A step's progress in a given number of columns, `elapsed` seconds after its start. */
export const describeStep = (
  step: Step,
  elapsed: number,
  begun = theStart,
  room = Number.POSITIVE_INFINITY,
): string => {
  const pictures = picturesOf(step, elapsed, begun).map((parts) => parts.join('  '));
  return pictures.find(({ length }) => length <= room) ?? (pictures.at(-1) ?? '').slice(0, room);
};

/** Shows how far long work has come: a bar that is drawn again on a terminal, a line now and then in a log. */
export class Progress {
  #shown = Number.NEGATIVE_INFINITY;
  #started: number | undefined;
  #begun = theStart;
  #label: string | undefined;
  #drawn = false;

  constructor(
    private readonly screen: Screen,
    private readonly onMove: () => void = () => undefined,
    private readonly now: () => number = () => performance.now(),
  ) {}

  show(step: Step): void {
    this.onMove();
    if (this.#label !== step.label || this.#started === undefined) this.#begin(step);
    const now = this.now();
    if (now - this.#shown < (this.screen.isTTY ? usual.terminal : usual.log)) return;
    this.#shown = now;
    this.#draw(step, (now - (this.#started ?? now)) / 1_000);
  }

  /** Removes the bar, so that the next output starts on its own line. */
  clear(): void {
    if (this.#drawn) this.screen.write('\r\u001b[K');
    this.#drawn = false;
    this.#label = undefined;
  }

  #begin(step: Step): void {
    this.clear();
    this.#label = step.label;
    this.#begun = { fraction: step.fraction ?? 0, done: step.done };
    this.#started = this.now();
    // In a log the first line comes after a while: quick work prints nothing.
    this.#shown = this.screen.isTTY ? Number.NEGATIVE_INFINITY : this.#started;
  }

  #draw(step: Step, elapsed: number): void {
    if (!this.screen.isTTY) {
      this.screen.write(`${describeStep(step, elapsed, this.#begun)}\n`);
      return;
    }
    this.#drawn = true;
    const room = (this.screen.columns ?? 100) - 1;
    this.screen.write(`\r\u001b[K${describeStep(step, elapsed, this.#begun, room)}`);
  }
}
