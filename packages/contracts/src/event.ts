import { z } from 'zod';

export const roleSchema = z.enum(['anonymous', 'user', 'staff', 'operator', 'system']);
export type Role = z.infer<typeof roleSchema>;

/** Who caused an event. `id` is a user id, or the name of a worker or operator tool; never an email address. */
export const actorSchema = z.strictObject({ id: z.string().min(1), role: roleSchema });
export type Actor = z.infer<typeof actorSchema>;

/** Stored with every event. Holds no personal data. */
export const eventMetadataSchema = z.object({
  actor: actorSchema,
  correlationId: z.string(),
  causationId: z.string(),
  schemaVersion: z.number().int().positive(),
  /** ISO 8601 instant at which the change took effect. Read models use it, never the recording time. */
  occurredAt: z.string(),
  /** Why a staff member made the change. */
  reason: z.string().optional(),
  /** Id of the command, on every event it produced, so that a repeated command is recognized. */
  commandId: z.string().optional(),
  /**
   * Keyed hash of the command's body: the same command id with another body is refused. Without the key,
   * which is in the vault, no one can test guesses of the body.
   */
  requestHash: z.string().optional(),
});
export type EventMetadata = z.infer<typeof eventMetadataSchema>;

/** An event as deciders and read models see it, already upcast to its newest shape. */
export interface DomainEvent<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}

/** Shapes of one area's events: stored name (a literal that never changes) to schema. */
export type EventSchemas = Readonly<Record<string, z.ZodType>>;

/** Union of an area's events, derived from its schemas. */
export type EventsOf<Schemas extends EventSchemas> = {
  [Type in keyof Schemas & string]: DomainEvent<Type, z.infer<Schemas[Type]>>;
}[keyof Schemas & string];

/**
 * Categories of streams, which are named `category-id`. A category has no dash, since readers split at the
 * first one.
 */
export const streamCategories = [
  'concept',
  'instrument',
  'job',
  'market',
  'tradingAccount',
  'user',
  'waitlist',
] as const;
export type StreamCategory = (typeof streamCategories)[number];
/**
 * The name of an entity's stream. @param id may contain dashes, but no slash: for a symbol, its
 * `instrumentIdOf`
 */
export const streamOf = (category: StreamCategory, id: string): string => `${category}-${id}`;
/** Everything after the first dash, so a UUID id stays whole. */
export const idOfStream = (stream: string): string => stream.slice(stream.indexOf('-') + 1);
/**
 * The text before the first dash. Only for streams of the product: other names would yield a false category.
 */
export const categoryOf = (stream: string): StreamCategory =>
  stream.slice(0, stream.indexOf('-')) as StreamCategory;
