import { addAbortSignal, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** Standard input: an interactive terminal, a file or a pipe. */
type Input = Readable & {
  readonly isTTY?: boolean | undefined;
  setRawMode?(raw: boolean): unknown;
};

interface Reading {
  readonly input: Input;
  /** Standard error, for the prompt: standard output holds only the result. */
  readonly notes: { write(text: string): unknown };
  /** Ends the process as Ctrl-C normally does: without echo, the terminal passes the key to the program instead. */
  readonly interrupt: () => void;
  readonly signal: AbortSignal;
}

const keys = { enter: ['\r', '\n', '\u0004'], erase: ['\u007f', '\b'], interrupt: '\u0003' };

const afterKey = (typed: readonly string[], key: string): readonly string[] =>
  keys.erase.includes(key) ? typed.slice(0, -1) : [...typed, key];

/** Reads one line without echo. */
const readLine = ({ input, notes, interrupt, signal }: Reading, prompt: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let typed: readonly string[] = [];
    const end = (): void => {
      input.off('data', hear);
      signal.removeEventListener('abort', breakOff);
      input.setRawMode?.(false);
      input.pause();
      notes.write('\n');
    };
    const breakOff = (): void => {
      end();
      reject(signal.reason);
    };
    const hear = (heard: unknown): void => {
      for (const key of String(heard)) {
        if (keys.enter.includes(key)) {
          end();
          resolve(typed.join(''));
          return;
        }
        if (key === keys.interrupt) interrupt();
        else typed = afterKey(typed, key);
      }
    };
    notes.write(prompt);
    input.setEncoding('utf8');
    input.setRawMode?.(true);
    signal.addEventListener('abort', breakOff);
    input.on('data', hear);
    input.resume();
  });

/** `line` leaves the rest for the next call; `all` takes everything that is left. */
export type ReadInput = (prompt: string, extent?: 'all' | 'line') => Promise<string>;

/**
 * Reads standard input without the trailing newline that `echo` adds. At a terminal, prompts for one line at
 * a time.
 * @throws the signal's reason when it aborts
 */
export const readInput = (reading: Reading): ReadInput => {
  const { input, signal } = reading;
  let left: string | undefined;
  return async (prompt, extent = 'all') => {
    signal.throwIfAborted();
    if (input.isTTY) return readLine(reading, prompt);
    left ??= (await text(addAbortSignal(signal, input))).replace(/\r?\n$/, '');
    if (extent === 'all') return left;
    const [line = '', ...others] = left.split(/\r?\n/);
    left = others.join('\n');
    return line;
  };
};
