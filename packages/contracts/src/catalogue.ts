import type { z } from 'zod';
import { type ConceptEvent, conceptEventSchemas } from './concept/events.js';
import type { DomainEvent, EventSchemas } from './event.js';
import {
  type InstrumentEvent,
  instrumentEventSchemas,
  type MarketEvent,
  marketEventSchemas,
} from './market/events.js';
import { type UserEvent, userEventSchemas } from './people/events.js';
import { type WaitlistEvent, waitlistEventSchemas } from './waitlist/events.js';

/** Every event of the product, in its newest shape. */
export type AnyEvent = ConceptEvent | InstrumentEvent | MarketEvent | UserEvent | WaitlistEvent;

/** How one stored type is written and read. */
export interface StoredEventType {
  readonly schema: z.ZodType;
  /**
   * Present on a type that has been succeeded: one pure step to its successor (`X` to `X.v2`). Such a type is still
   * read, and never written again.
   */
  readonly upcast?: (data: unknown) => DomainEvent;
}

const current = (schemas: EventSchemas): [string, StoredEventType][] =>
  Object.entries(schemas).map(([type, schema]) => [type, { schema }]);

/** Stored name to shape. What is not here is neither written nor read: an unknown type stops its reader. */
export const eventCatalogue: ReadonlyMap<string, StoredEventType> = new Map([
  ...current(conceptEventSchemas),
  ...current(instrumentEventSchemas),
  ...current(marketEventSchemas),
  ...current(userEventSchemas),
  ...current(waitlistEventSchemas),
]);

/** The version in a stored name: `ConceptRenamed` is 1, `ConceptRenamed.v2` is 2. */
export const schemaVersionOf = (type: string): number => Number(/\.v(\d+)$/.exec(type)?.[1] ?? 1);

/** Steps from old shapes to the newest: more would be a circle in the catalogue. */
const mostSteps = 32;

/** An event in its newest shape; undefined when the catalogue does not know it. Every reader goes through here. */
export const newestOf = (
  event: DomainEvent,
  catalogue: ReadonlyMap<string, StoredEventType> = eventCatalogue,
): DomainEvent | undefined => {
  let newest = event;
  for (let step = 0; step < mostSteps; step += 1) {
    const stored = catalogue.get(newest.type);
    if (!stored?.upcast) return stored && newest;
    newest = stored.upcast(newest.data);
  }
  return undefined;
};
