import { timeLimits } from '../network/time-limits.js';
import type { AskedPart } from './definition.js';
import { nameWithin } from './parts.js';
import { duration } from './text.js';

/** Why a command is silent. */
export interface Silence {
  /** Parts that it asks and that do not answer. */
  readonly away: readonly AskedPart[];
  /** Programs that hold a lock it waits for. */
  readonly holders: readonly string[];
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** What a command waits for, as text. @param seconds since its last output */
export const silenceText = (
  { away, holders }: Silence,
  asks: readonly AskedPart[],
  seconds: number,
): string => {
  const time = duration(seconds);
  const [absent, present] = [listed(away.map(nameWithin)), listed(asks.map(nameWithin))];
  if (away.length > 0)
    return `Waiting for ${absent}, which ${away.length > 1 ? 'do' : 'does'} not answer (${time}).`;
  if (holders.length > 0) return `Waiting for ${listed(holders)} to release a lock in PostgreSQL (${time}).`;
  if (asks.length === 0) return `Still working (${time}).`;
  return `Still working (${time}); ${present} ${asks.length > 1 ? 'answer' : 'answers'}.`;
};

export interface Vigil {
  /** Something was printed. */
  printed(): void;
  /** Work continues, although nothing was printed of it. */
  moved(): void;
  /** Suppresses waiting messages while someone types. */
  whileTyping<T>(typing: Promise<T>): Promise<T>;
  end(): void;
}

interface Keeping {
  readonly asks: readonly AskedPart[];
  readonly look: () => Promise<Silence>;
  readonly say: (line: string) => void;
  /** Milliseconds of silence before this began: the time its start has taken. */
  readonly silentFor?: number;
  readonly now?: () => number;
}

/** Milliseconds between two checks, and for which progress not yet printed counts as output. */
const tick = 250;
const recent = 1_000;

/** Prints what a command waits for after two seconds without output. */
export const keepVigil = ({
  asks,
  look,
  say,
  silentFor = 0,
  now = () => performance.now(),
}: Keeping): Vigil => {
  const begun = now() - silentFor;
  let printedAt = begun;
  let movedAt = begun;
  let typing = 0;
  let looking = false;
  let ended = false;
  const timer = setInterval(() => {
    const isQuiet = now() - printedAt >= timeLimits.quiet && now() - movedAt >= recent;
    if (!isQuiet || looking || typing > 0) return;
    looking = true;
    void look()
      .then((silence) => {
        if (!ended && typing === 0 && now() - printedAt >= timeLimits.quiet)
          say(silenceText(silence, asks, (now() - Math.max(begun, movedAt)) / 1_000));
      })
      .finally(() => {
        looking = false;
      });
  }, tick);
  timer.unref();
  return {
    printed: () => {
      printedAt = now();
    },
    moved: () => {
      movedAt = now();
    },
    async whileTyping(work) {
      typing += 1;
      try {
        return await work;
      } finally {
        typing -= 1;
        printedAt = now();
      }
    },
    end: () => {
      ended = true;
      clearInterval(timer);
    },
  };
};
