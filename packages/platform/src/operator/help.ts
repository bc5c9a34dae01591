import { type CommandDefinition, exitCodes, optionsOf } from './definition.js';
import { columns } from './text.js';

/** What people type before a command. */
export const program = 'npm run ops --';

const usageOf = (definition: CommandDefinition): string => {
  const words = (definition.arguments ?? []).map(({ name, optional }) =>
    optional ? `[${name}]` : `<${name}>`,
  );
  const options = definition.options || definition.recorded ? ['[options]'] : [];
  const parameters = definition.parameters ? ['[--parameter=value …]'] : [];
  return [program, definition.name, ...words, ...options, ...parameters].join(' ');
};

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

/** Everything about one command. */
export const helpOf = (definition: CommandDefinition): string => {
  const options = Object.entries(optionsOf(definition)).map(([name, { type, value, summary }]) => [
    type === 'string' ? `--${name}=<${value ?? 'text'}>` : `--${name}`,
    summary,
  ]);
  const words = (definition.arguments ?? []).map(({ name, summary }) => [`<${name}>`, summary]);
  return [
    definition.summary,
    '',
    `  ${usageOf(definition)}`,
    '',
    ...indented(columns([...words, ...options])),
    ...(definition.details ?? []).flatMap((paragraph) => ['', paragraph]),
    ...(definition.examples
      ? ['', 'Examples', ...indented(definition.examples.map((line) => `${program} ${line}`))]
      : []),
  ].join('\n');
};

const listOf = (definitions: readonly CommandDefinition[]): string[] =>
  indented(
    columns(
      definitions.map(({ name, arguments: words = [], summary }) => [
        [name, ...words.map(({ name: word, optional }) => (optional ? `[${word}]` : `<${word}>`))].join(' '),
        summary,
      ]),
    ),
  );

/** The commands whose names share a first word, such as `parked`. */
export const helpOfGroup = (definitions: readonly CommandDefinition[]): string =>
  [...listOf(definitions), '', `${program} help <command> explains one of them.`].join('\n');

/** All commands, and what applies to each of them. */
export const helpOfAll = (definitions: readonly CommandDefinition[]): string => {
  const codes = Object.entries({
    done: 'done, all is well',
    attention: 'done, but the answer is no: differences, something unhealthy, nothing found, refused',
    usage: 'the command line was wrong',
    unavailable: 'the database, the event store or Redis cannot be reached',
    fault: 'a fault of the tool',
    configuration: 'a variable is missing or wrong, or the database is of another version',
    interrupted: 'interrupted; run it again to continue',
  } satisfies Record<keyof typeof exitCodes, string>).map(([name, meaning]) => [
    String(exitCodes[name as keyof typeof exitCodes]),
    meaning,
  ]);
  return [
    'Operator commands. They talk to the instance that runs on DATA_DIR, or to the one the environment names.',
    '',
    `  ${program} <command> [options]`,
    `  ${program} help <command>`,
    '',
    ...listOf(definitions),
    '',
    'Every command takes --json and --help, and ends with',
    ...indented(columns(codes)),
  ].join('\n');
};
