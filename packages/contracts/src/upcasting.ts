import type { z } from 'zod';
import type { DomainEvent } from './event.js';

/** How one stored type is written and read. */
export interface StoredEventType {
  readonly schema: z.ZodType;
  /**
   * Present on a type that was replaced: one pure step to its successor (`X` to `X.v2`). Such a type is still
   * read, and never written again.
   */
  readonly upcast?: (data: unknown) => DomainEvent;
}

/** The event types of a log, by stored name. */
export type Catalogue = ReadonlyMap<string, StoredEventType>;

/**
 * A replaced type, with the step to its successor. The step's input has this shape, since it was validated
 * when appended: reading validates no event again.
 */
export const succeeded = <Schema extends z.ZodType>(
  schema: Schema,
  step: (data: z.infer<Schema>) => DomainEvent,
): StoredEventType => ({ schema, upcast: (data) => step(data as z.infer<Schema>) });

const versionPattern = /\.v([1-9]\d*)$/;

/** The version in a stored name: `ConceptRenamed` is 1, `ConceptRenamed.v2` is 2. */
export const schemaVersionOf = (type: string): number => Number(versionPattern.exec(type)?.[1] ?? 1);

/** A stored name without its version: `ConceptRenamed` for `ConceptRenamed.v2`. */
export const familyOf = (type: string): string => type.replace(versionPattern, '');

/** Maximum steps from an old shape to the newest; more would mean a cycle in the catalogue. */
const mostSteps = 32;

/** An event in its newest shape; undefined when the catalogue does not know its type. */
export const newestIn = (catalogue: Catalogue, event: DomainEvent): DomainEvent | undefined => {
  let newest = event;
  for (let step = 0; step < mostSteps; step += 1) {
    const stored = catalogue.get(newest.type);
    if (!stored?.upcast) return stored && newest;
    newest = stored.upcast(newest.data);
  }
  return undefined;
};

/** Why a catalogue cannot read a type, for the operator of the reader. */
export const unreadableIn = (catalogue: Catalogue, type: string): string => {
  const family = familyOf(type);
  const known = [...catalogue.keys()].filter((name) => familyOf(name) === family).map(schemaVersionOf);
  const [version, newest] = [schemaVersionOf(type), Math.max(...known)];
  return known.length > 0 && version > newest
    ? `it is version ${version} of ${family}, but this program knows it only up to version ${newest}: a newer program wrote it`
    : 'this program does not know its type';
};
