/** What an option or argument of a command is, in the words that help prints. */
export interface OptionDefinition {
  readonly type: 'string' | 'boolean';
  readonly summary: string;
  /** What stands for the value in help: `time`, `text`. */
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
  /** Whom it cannot do without: when one of them does not answer, it is not begun. */
  readonly asks?: readonly AskedPart[];
  /** Whom it asks as well, and tells of the rest where they are away. */
  readonly asksIfThere?: readonly AskedPart[];
  readonly arguments?: readonly ArgumentDefinition[];
  readonly options?: Readonly<Record<string, OptionDefinition>>;
  /** Takes any further `--name=value`: the parameters of a query. */
  readonly parameters?: boolean;
  /** What it decides is kept, under the handle of the one who decides: it takes `--as`. */
  readonly recorded?: boolean;
  /** What else is good to know: one paragraph each. */
  readonly details?: readonly string[];
  readonly examples?: readonly string[];
}

/** How a command ends. Scripts and monitors tell by it what is to be done. */
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
  /** Ctrl-C. What was begun can be continued. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Options that every command takes. */
const commonOptions: Readonly<Record<string, OptionDefinition>> = {
  json: { type: 'boolean', summary: 'one JSON document on standard output instead of text' },
  help: { type: 'boolean', summary: 'this page' },
};

const whoDecides: OptionDefinition = {
  type: 'string',
  value: 'handle',
  summary: 'who decides, such as ops-3, for the record; defaults to OPERATOR_ID',
};

/** Every option that a command takes: its own, and what it shares with others. */
export const optionsOf = ({
  options,
  recorded,
}: CommandDefinition): Readonly<Record<string, OptionDefinition>> => ({
  ...options,
  ...(recorded ? { as: whoDecides } : {}),
  ...commonOptions,
});
