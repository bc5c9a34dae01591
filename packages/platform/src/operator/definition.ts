/** An option or argument of a command, in the words that help prints. */
export interface OptionDefinition {
  readonly type: 'string' | 'boolean';
  readonly summary: string;
  /** The value's placeholder in help: `time`, `text`. */
  readonly value?: string;
}

export interface ArgumentDefinition {
  readonly name: string;
  readonly summary: string;
  readonly optional?: boolean;
}

/** Whom a command may have to wait for. */
export type AskedPart = 'PostgreSQL' | 'event store' | 'Redis';

/** One operator command as data: help, parsing and the list of all commands come from here. */
export interface CommandDefinition {
  /** One or two words: `replay`, `staff grant`. */
  readonly name: string;
  readonly summary: string;
  /** Parts that the command needs: if one does not answer, the command does not start. */
  readonly asks?: readonly AskedPart[];
  /** Parts that the command uses if they answer; otherwise it reports the rest. */
  readonly asksIfThere?: readonly AskedPart[];
  readonly arguments?: readonly ArgumentDefinition[];
  readonly options?: Readonly<Record<string, OptionDefinition>>;
  /** Accepts any further `--name=value`: the parameters of a query. */
  readonly parameters?: boolean;
  /** Its decision is recorded with the operator's handle: it accepts `--as`. */
  readonly recorded?: boolean;
  /** What else is good to know: one paragraph each. */
  readonly details?: readonly string[];
  readonly examples?: readonly string[];
}

/** Exit codes, for scripts and monitors. */
export const exitCodes = {
  done: 0,
  /** It was carried out, and the answer is no: differences, something unhealthy, nothing found, refused. */
  attention: 1,
  usage: 2,
  /** EX_UNAVAILABLE: the database, the event store or Redis is unreachable. */
  unavailable: 69,
  /** EX_SOFTWARE: a fault of the tool itself. */
  fault: 70,
  /** EX_CONFIG: a variable is missing or wrong, or the database is of another version. */
  configuration: 78,
  /** Ctrl-C. The work can be resumed. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Options of every command. */
const commonOptions: Readonly<Record<string, OptionDefinition>> = {
  json: { type: 'boolean', summary: 'one JSON document on standard output instead of text' },
  help: { type: 'boolean', summary: 'this page' },
};

const whoDecides: OptionDefinition = {
  type: 'string',
  value: 'handle',
  summary: 'who decides, such as ops-3, for the record; defaults to OPERATOR_ID',
};

/** All options of a command: its own and the common ones. */
export const optionsOf = ({
  options,
  recorded,
}: CommandDefinition): Readonly<Record<string, OptionDefinition>> => ({
  ...options,
  ...(recorded ? { as: whoDecides } : {}),
  ...commonOptions,
});
