import type { z } from 'zod';
import { FatalFault, fatal } from '../process/fatal.js';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads a process's variables; an empty one counts as unset.
 * @throws FatalFault that names every fault at once, but no value, since values may be secrets.
 */
export const parseConfig = <Schema extends z.ZodObject>(
  schema: Schema,
  environment: Environment,
): z.output<Schema> => {
  const given = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => {
    const name = String(path[0] ?? 'configuration');
    const unset = path.length > 0 && given[name] === undefined;
    return `${name} ${unset ? 'is not set' : message}`;
  });
  throw new FatalFault(`Wrong configuration: ${[...new Set(faults)].join('; ')}.`);
};

/** `parseConfig` for the first line of a `main.ts`: a fault ends the process with one line and code 78. */
export const loadConfig = <Schema extends z.ZodObject>(
  schema: Schema,
  environment: Environment,
): z.output<Schema> => {
  try {
    return parseConfig(schema, environment);
  } catch (fault) {
    if (fault instanceof FatalFault) return fatal(fault.message);
    throw fault;
  }
};
