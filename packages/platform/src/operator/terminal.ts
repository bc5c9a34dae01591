import { codeOf } from '../faults.js';
import { Progress, type Screen } from './progress.js';
import type { Vigil } from './vigil.js';

/** A command's output: text for people, or one JSON document for programs. */
export interface Terminal {
  readonly json: boolean;
  readonly progress: Progress;
  /** A line along the way, for people. It goes to standard error, so that the result stays alone. */
  note(line: string): void;
  /** Suppresses waiting messages while someone types. */
  whileTyping<T>(typing: Promise<T>): Promise<T>;
  /** What the command found out. Once, at its end. */
  result(value: unknown, text: string): void;
}

/** Positions exceed what a number can hold: they are written as decimal text. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_key, held: unknown) => (typeof held === 'bigint' ? held.toString() : held), 2);

/** Standard output or standard error. */
interface Outlet extends Screen {
  on(event: 'error', heard: (fault: Error) => void): unknown;
}

const departures: ReadonlySet<string | undefined> = new Set(['EPIPE', 'ERR_STREAM_DESTROYED']);

/** Goes silent when its reader leaves: what a command is at work on does not depend on who listens (`| head -1`). */
export const whileHeard = (outlet: Outlet, onWrite: () => void = () => undefined): Screen => {
  let left = false;
  outlet.on('error', (fault) => {
    if (!departures.has(codeOf(fault))) throw fault;
    left = true;
  });
  return {
    get isTTY() {
      return outlet.isTTY;
    },
    get columns() {
      return outlet.columns;
    },
    write: (text) => {
      onWrite();
      return left || outlet.write(text);
    },
  };
};

const unwatched: Pick<Vigil, 'moved' | 'whileTyping'> = {
  moved: () => undefined,
  whileTyping: (typing) => typing,
};

/** Results go to `out`, as text or as JSON; progress goes to `notes`, and is left out with JSON. */
export const createTerminal = (
  json: boolean,
  out: Screen,
  notes: Screen,
  { moved, whileTyping }: Pick<Vigil, 'moved' | 'whileTyping'> = unwatched,
): Terminal => {
  const progress = new Progress(notes, moved);
  return {
    json,
    progress,
    whileTyping,
    note(line) {
      progress.clear();
      if (!json) notes.write(`${line}\n`);
    },
    result(value, text) {
      progress.clear();
      out.write(`${json ? toJson(value) : text}\n`);
    },
  };
};
