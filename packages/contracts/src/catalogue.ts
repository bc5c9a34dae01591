import { type ConceptEvent, conceptEventSchemas } from './concept/events.js';
import type { DomainEvent, EventSchemas } from './event.js';
import { type JobEvent, jobEventSchemas } from './jobs/events.js';
import {
  type InstrumentEvent,
  instrumentEventSchemas,
  type MarketEvent,
  marketEventSchemas,
} from './market/events.js';
import { marketUpcasters } from './market/upcasters.js';
import { type TradingAccountEvent, tradingAccountEventSchemas } from './money/events.js';
import { moneyUpcasters } from './money/upcasters.js';
import { type UserEvent, userEventSchemas } from './people/events.js';
import { type Catalogue, newestIn, type StoredEventType, unreadableIn } from './upcasting.js';
import { type WaitlistEvent, waitlistEventSchemas } from './waitlist/events.js';

/** Every event of the product, in its newest shape. */
export type AnyEvent =
  | ConceptEvent
  | InstrumentEvent
  | MarketEvent
  | UserEvent
  | WaitlistEvent
  | TradingAccountEvent
  | JobEvent;

const current = (schemas: EventSchemas): [string, StoredEventType][] =>
  Object.entries(schemas).map(([type, schema]) => [type, { schema }]);

/** Schemas by stored name. Other types are neither written nor read: an unknown type stops its reader. */
export const eventCatalogue: Catalogue = new Map([
  ...current(conceptEventSchemas),
  ...current(instrumentEventSchemas),
  ...current(marketEventSchemas),
  ...current(userEventSchemas),
  ...current(waitlistEventSchemas),
  ...current(tradingAccountEventSchemas),
  ...current(jobEventSchemas),
  ...Object.entries(marketUpcasters),
  ...Object.entries(moneyUpcasters),
]);

/** An event in its newest shape, or undefined when the catalogue does not know its type. Every reader uses this. */
export const newestOf = (event: DomainEvent): DomainEvent | undefined => newestIn(eventCatalogue, event);

/** Why `newestOf` cannot read a type. */
export const unreadable = (type: string): string => unreadableIn(eventCatalogue, type);
