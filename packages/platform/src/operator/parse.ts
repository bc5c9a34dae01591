import { parseArgs } from 'node:util';
import { type CommandDefinition, type OptionDefinition, optionsOf } from './definition.js';
import { suggest } from './suggest.js';

/** The command line was wrong, as opposed to a command that failed. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

/** A command line, understood. */
export interface Parsed {
  readonly definition: CommandDefinition;
  readonly arguments: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, string | boolean>>;
  /** Further `--name=value` pairs, for commands that accept them. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** The command named by the first words; the longest name wins. */
export const commandOf = (
  words: readonly string[],
  definitions: readonly CommandDefinition[],
): CommandDefinition | undefined => {
  const named = words.filter((word) => !word.startsWith('-'));
  return [2, 1]
    .map((length) => named.slice(0, length).join(' '))
    .map((name) => definitions.find((definition) => definition.name === name))
    .find((definition) => definition !== undefined);
};

/** The commands whose group is the first word; none when that word is a command itself, or unknown. */
export const groupOf = (
  words: readonly string[],
  definitions: readonly CommandDefinition[],
): readonly CommandDefinition[] => {
  const [group] = words.filter((word) => !word.startsWith('-'));
  return definitions.filter(({ name }) => name.startsWith(`${group} `));
};

/** Not strict: errors get our own messages. */
const tokensOf = (words: readonly string[], definition: CommandDefinition) =>
  parseArgs({
    args: [...words],
    options: Object.fromEntries(
      Object.entries(optionsOf(definition)).map(([name, { type }]) => [name, { type }]),
    ),
    allowPositionals: true,
    strict: false,
  });

const argumentsOf = (given: readonly string[], definition: CommandDefinition): Record<string, string> => {
  const wanted = definition.arguments ?? [];
  const missing = wanted.find(({ optional }, index) => !optional && !given[index]?.trim());
  if (missing) throw new WrongUsage(`${definition.name} needs <${missing.name}>: ${missing.summary}`);
  if (given.length > wanted.length) {
    throw new WrongUsage(`${definition.name} does not know what to do with "${given[wanted.length]}"`);
  }
  return Object.fromEntries(given.map((value, index) => [wanted[index]?.name ?? '', value]));
};

/**
 * Checks an option's value against its definition. @throws WrongUsage when a value is missing or unexpected
 */
const valueGiven = (name: string, type: OptionDefinition['type'], value: unknown): string | true => {
  if (type === 'boolean') {
    if (value !== true) throw new WrongUsage(`--${name} takes no value`);
    return true;
  }
  if (typeof value !== 'string' || value.trim() === '' || value.startsWith('--'))
    throw new WrongUsage(`--${name} needs a value: --${name}=…`);
  return value;
};

/** Tells the command's own options from further parameters. @throws WrongUsage */
const sorted = (values: Readonly<Record<string, unknown>>, definition: CommandDefinition) => {
  const options: Record<string, string | boolean> = {};
  const parameters: Record<string, string> = {};
  const known = optionsOf(definition);
  for (const [name, value] of Object.entries(values)) {
    const option = known[name];
    if (option) options[name] = valueGiven(name, option.type, value);
    else if (definition.parameters) parameters[name] = String(valueGiven(name, 'string', value));
    else throw unknownOption(name, Object.keys(known));
  }
  return { options, parameters };
};

const unknownOption = (name: string, known: readonly string[]): WrongUsage => {
  const [meant] = suggest(name, known);
  return new WrongUsage(`There is no option --${name}.${meant ? ` Did you mean --${meant}?` : ''}`);
};

/** Parses the words after a command's name. @throws WrongUsage */
export const parseCommandLine = (words: readonly string[], definition: CommandDefinition): Parsed => {
  const { values, positionals } = tokensOf(words, definition);
  const { options, parameters } = sorted(values, definition);
  const given = positionals.slice(definition.name.split(' ').length);
  return { definition, arguments: argumentsOf(given, definition), options, parameters };
};
