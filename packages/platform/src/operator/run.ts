import { isConnectionLoss, isExhausted, lackOf } from '../database/connection-loss.js';
import { codeOf, messageOf } from '../faults.js';
import { timeLimits } from '../network/time-limits.js';
import { FatalFault } from '../process/fatal.js';
import { environment, nothingRunsOn, sayBegun } from './config.js';
import { type AskedPart, type CommandDefinition, type ExitCode, exitCodes } from './definition.js';
import { helpOf, helpOfAll, program } from './help.js';
import { commandOf, type Parsed, parseCommandLine, WrongUsage } from './parse.js';
import { findAway, lockHolders } from './parts.js';
import { createTerminal, type Terminal, toJson, whileHeard } from './terminal.js';
import { keepVigil, type Silence } from './vigil.js';

/** The command was understood but could not be carried out; the message says why. */
export class NotDone extends Error {
  override readonly name = 'NotDone';
}

export interface Invocation extends Parsed {
  readonly terminal: Terminal;
  /** Aborts on Ctrl-C or SIGTERM: clean up, then throw what `throwIfAborted` throws. */
  readonly signal: AbortSignal;
}

export type Handler = (invocation: Invocation) => Promise<ExitCode>;

/** The value of a text option; undefined when it was not given. */
export const textOf = ({ options }: Parsed, name: string): string | undefined => {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
};

/** The value of an option that must be a positive whole number of at most seven digits. @throws WrongUsage */
export const wholeNumberOf = (parsed: Parsed, name: string): number | undefined => {
  const text = textOf(parsed, name);
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new WrongUsage(`--${name} must be a whole number from 1 to 9999999, not "${text}"`);
};

interface Ending {
  readonly code: ExitCode;
  readonly message: string;
}

/** By name, so that a command which needs no queue does not load one. */
const away: ReadonlySet<string> = new Set([
  'PartAway',
  'EventStoreUnavailable',
  'EventStoreTimeout',
  'QueueUnavailable',
]);

/** By name as well: read models know the one, and the event store the other. */
const insurmountable: ReadonlySet<string> = new Set(['PoisonedEvent', 'UnreadableEvent']);

/** What to do about an event that nothing passes over, or about a log that was exchanged; undefined of other faults. */
const adviceOn = (fault: unknown): string | undefined => {
  if (!(fault instanceof Error)) return undefined;
  if (fault.name === 'AppendOutcomeUnknown')
    return `${program} stream ${String(Reflect.get(fault, 'stream'))} shows whether it was. Run the command again only if it wasn’t.`;
  if (fault.name === 'LogCutShort') return 'Run the command again: it starts over from the log as it is now.';
  // Its message already names the next step.
  if (fault.name === 'OtherLog') return '';
  if (!insurmountable.has(fault.name)) return undefined;
  const event: unknown = Reflect.get(fault, 'event');
  const stream: unknown = typeof event === 'object' && event ? Reflect.get(event, 'stream') : undefined;
  return `${program} stream ${String(stream)} shows it. Fix this program, or start one that knows the event, then run the command again.`;
};

/** SQLSTATEs of a server that does not know the user, password or database. */
const strangerStates = /^(28|3D)/;

const isStranger = (fault: unknown): boolean => strangerStates.test(codeOf(fault) ?? '');

const asSentence = (words: string): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`;

/** Why a command could not ask someone; undefined of other faults. */
const absenceOf = (fault: unknown, message: string): Ending | undefined => {
  const isAway = fault instanceof Error && away.has(fault.name);
  const isLost = !isAway && isConnectionLoss(fault);
  if (!isAway && !isLost && !isStranger(fault)) return undefined;
  const directory = nothingRunsOn();
  if (directory) {
    const code = exitCodes.unavailable;
    return { code, message: `Nothing is running on ${directory}. Start it with npm start.` };
  }
  if (isAway) return { code: exitCodes.unavailable, message: asSentence(message) };
  return isLost
    ? { code: exitCodes.unavailable, message: `PostgreSQL cannot be reached (DATABASE_URL): ${message}` }
    : { code: exitCodes.configuration, message: `PostgreSQL refuses DATABASE_URL: ${message}` };
};

const endingOf = (fault: unknown, signal: AbortSignal): Ending => {
  const message = messageOf(fault);
  if (signal.aborted) return { code: exitCodes.interrupted, message: 'Interrupted.' };
  if (fault instanceof WrongUsage) return { code: exitCodes.usage, message };
  if (fault instanceof NotDone) return { code: exitCodes.attention, message };
  if (fault instanceof FatalFault) return { code: exitCodes.configuration, message };
  const advice = adviceOn(fault);
  if (advice !== undefined)
    return { code: exitCodes.attention, message: advice === '' ? message : `${message}\n${advice}` };
  if (isExhausted(fault)) {
    const words = `PostgreSQL has no ${lackOf(fault)}: ${message}\nRun the command again once it has.`;
    return { code: exitCodes.unavailable, message: words };
  }
  const absence = absenceOf(fault, message);
  if (absence) return absence;
  const stack = fault instanceof Error ? (fault.stack ?? message) : message;
  return { code: exitCodes.fault, message: `It failed: ${stack}` };
};

/** Prints the help of a command, or of all of them. @throws WrongUsage when there is no such command */
const explain = (
  asked: readonly string[],
  definitions: readonly CommandDefinition[],
  terminal: Terminal,
): ExitCode => {
  const definition = commandOf(asked, definitions);
  const isNamed = asked.some((word) => !word.startsWith('-'));
  if (!definition && isNamed) throw unknownCommand(asked, definitions);
  terminal.result(definition ?? definitions, definition ? helpOf(definition) : helpOfAll(definitions));
  return exitCodes.done;
};

const unknownCommand = (words: readonly string[], definitions: readonly CommandDefinition[]): WrongUsage =>
  new WrongUsage(`unknown command: ${words.join(' ') || 'none'}\n\n${helpOfAll(definitions)}`);

/** Finds out what a silent command waits for. */
const lookAt = (asks: readonly AskedPart[]) => async (): Promise<Silence> => {
  const [absent, holders] = await Promise.all([
    findAway(asks, environment(), timeLimits.signOfLife),
    asks.includes('PostgreSQL') ? lockHolders(environment().DATABASE_URL, timeLimits.signOfLife) : [],
  ]);
  return { away: absent.map(({ part }) => part), holders };
};

/** Rejects some time after the signal has aborted: anyone who cleans up may wait for someone who does not answer. */
const longAfter = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const giveUp = () => setTimeout(() => reject(signal.reason), timeLimits.cleaningUp).unref();
    signal.addEventListener('abort', giveUp, { once: true });
  });

/** Begins a command once all answer whom it cannot do without. @throws PartAway */
const carryOut = async (handler: Handler, invocation: Invocation): Promise<ExitCode> => {
  const { definition, signal } = invocation;
  const [absent] = await findAway(definition.asks ?? [], environment(), timeLimits.neededAnswer);
  signal.throwIfAborted();
  if (absent) throw isStranger(absent.cause) ? absent.cause : absent;
  return Promise.race([handler(invocation), longAfter(signal)]);
};

/** Carries out one command line. @returns the exit code; all output has been printed */
export const runOperator = async (
  words: readonly string[],
  definitions: readonly CommandDefinition[],
  handlers: Readonly<Record<string, Handler>>,
): Promise<ExitCode> => {
  const definition = commandOf(words, definitions);
  const json = words.includes('--json');
  const asks = [...(definition?.asks ?? []), ...(definition?.asksIfThere ?? [])];
  const printed = () => vigil.printed();
  const [out, notes] = [whileHeard(process.stdout, printed), whileHeard(process.stderr, printed)];
  const vigil = keepVigil({
    asks,
    look: lookAt(asks),
    silentFor: sayBegun(),
    say: (line) => {
      terminal.progress.clear();
      notes.write(`${line}\n`);
    },
  });
  const terminal = createTerminal(json, out, notes, vigil);
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    if (words[0] === 'help') return explain(words.slice(1), definitions, terminal);
    if (words.includes('--help')) return explain(words, definitions, terminal);
    const handler = definition && handlers[definition.name];
    if (!definition || !handler) throw unknownCommand(words, definitions);
    const parsed = parseCommandLine(words, definition);
    return await carryOut(handler, { ...parsed, terminal, signal: stopping.signal });
  } catch (fault) {
    terminal.progress.clear();
    const { code, message } = endingOf(fault, stopping.signal);
    const hint = code === exitCodes.usage && definition ? `\n${program} help ${definition.name}` : '';
    if (json) out.write(`${toJson({ error: message, exitCode: code })}\n`);
    else notes.write(`${message}${hint}\n`);
    return code;
  } finally {
    vigil.end();
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
};

/** Resolves once everything before it was read, or the reader has left: a pipe takes only so much at a time. */
const readOf = (outlet: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => outlet.write('', () => resolve()));

/** Ends the process with a command's exit code, also while a connection is open: its server may never respond. */
export const endWith = (running: Promise<ExitCode>): void => {
  // For a command that comes to no end, with nothing left to wait for.
  process.exitCode = exitCodes.fault;
  void running.then(async (code) => {
    await Promise.all([process.stdout, process.stderr].map(readOf));
    process.exit(code);
  });
};
