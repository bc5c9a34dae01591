import { parseArgs } from 'node:util';
import { type CommandDefinition, commonOptions } from './definition.js';

/** The command line was wrong: told apart from a command that could not be carried out. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

/** A command line, understood. */
export interface Parsed {
  readonly definition: CommandDefinition;
  readonly arguments: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, string | boolean>>;
  /** Further `--name=value`, for commands that take them. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** The command that the first words name; the longest name wins. */
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

const tokensOf = (words: readonly string[], definition: CommandDefinition) => {
  const options = Object.fromEntries(
    Object.entries({ ...commonOptions, ...definition.options }).map(([name, { type }]) => [name, { type }]),
  );
  try {
    return parseArgs({
      args: [...words],
      options,
      allowPositionals: true,
      strict: !definition.parameters,
    });
  } catch (fault) {
    throw new WrongUsage(fault instanceof Error ? fault.message : String(fault));
  }
};

const argumentsOf = (given: readonly string[], definition: CommandDefinition): Record<string, string> => {
  const wanted = definition.arguments ?? [];
  const missing = wanted.slice(given.length).find(({ optional }) => !optional);
  if (missing) throw new WrongUsage(`${definition.name} needs ${missing.summary}: <${missing.name}>`);
  if (given.length > wanted.length) {
    throw new WrongUsage(`${definition.name} does not know what to do with "${given[wanted.length]}"`);
  }
  return Object.fromEntries(given.map((value, index) => [wanted[index]?.name ?? '', value]));
};

/** Tells the command's own options from further parameters. @throws WrongUsage when a value is missing or too much */
const sorted = (values: Readonly<Record<string, unknown>>, definition: CommandDefinition) => {
  const options: Record<string, string | boolean> = {};
  const parameters: Record<string, string> = {};
  const known = { ...commonOptions, ...definition.options };
  for (const [name, value] of Object.entries(values)) {
    const type = known[name]?.type ?? 'string';
    if (type === 'string' && typeof value !== 'string')
      throw new WrongUsage(`--${name} needs a value: --${name}=…`);
    if (type === 'boolean' && value !== true) throw new WrongUsage(`--${name} takes no value`);
    if (name in known) options[name] = type === 'string' ? String(value) : true;
    else parameters[name] = String(value);
  }
  return { options, parameters };
};

/** Reads what stands after a command's name. @throws WrongUsage */
export const parseCommandLine = (words: readonly string[], definition: CommandDefinition): Parsed => {
  const { values, positionals } = tokensOf(words, definition);
  const { options, parameters } = sorted(values, definition);
  const given = positionals.slice(definition.name.split(' ').length);
  return {
    definition,
    arguments: options.help ? {} : argumentsOf(given, definition),
    options,
    parameters,
  };
};
