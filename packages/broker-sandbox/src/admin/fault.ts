import { z } from 'zod';

/** Before anything is done: the call has no effect (but `slow`, which only takes its time). */
export const callFaults = ['422', '429', '500', '503', 'hang', 'slow', 'drop'] as const;
/** After all is done and kept: only the answer is lost, replaced by an error, cannot be read, or never comes. */
export const answerFaults = ['commit-drop', 'commit-500', 'commit-hang', 'commit-garbage'] as const;
/** The caller gets an immediate failure, or no answer; the call is carried out later. */
export const lateFaults = ['late-500', 'late-drop', 'late-hang'] as const;
/** What lists and searches show: nothing yet of what is new, one row in another shape, statuses by other names. */
export const listFaults = ['list-lag', 'search-lag', 'row-garbage', 'list-renamed'] as const;
/**
 * What may become of a message of a stream: silently lost, left out with notice, sent twice, after the next one, last, without
 * its reason, or with a status by another name.
 */
export const eventFaults = [
  'event-lose',
  'event-drop',
  'event-duplicate',
  'event-swap',
  'event-cut',
  'event-bare',
  'event-renamed',
] as const;

const callKinds = [...callFaults, ...answerFaults, ...lateFaults] as const;
const chanceKinds = [...callKinds, ...eventFaults] as const;
const kinds = [...chanceKinds, ...listFaults] as const;

type CallKind = (typeof callKinds)[number];
export type EventFault = (typeof eventFaults)[number];
type ListKind = (typeof listFaults)[number];
export type Kind = (typeof kinds)[number];

const longest = 2 * 86_400_000;

const circumstances = {
  /** Only calls, or messages of streams, whose path starts with this. */
  path: z.string().startsWith('/').default('/'),
  /** Only calls of this method. */
  method: z.enum(['GET', 'POST', 'PATCH', 'DELETE']).optional(),
  /** Milliseconds: of `slow` until the call continues, of `late-…` until it is carried out, of a lag how long a row is not shown. */
  delay: z.number().int().min(1).max(longest).default(2_000),
  /** Seconds until the limit is said to end, for `429`. */
  retryAfter: z.number().int().min(0).max(600).default(1),
  /** What an error says, in the place of the usual words. */
  words: z.string().min(1).max(200).optional(),
};

/** How a row is spoiled: a field is missing, empty or of another type, or it is no row at all. */
export const garbage = [
  'no-amount',
  'empty-amount',
  'word-amount',
  'number-status',
  'number-id',
  'no-row',
] as const;

/** What goes wrong, how often, and on which paths. */
export const faultSchema = z.strictObject({
  kind: z.enum(kinds),
  /** Calls, answers or messages that meet it before all is well again; `always` until it is canceled. */
  times: z
    .union([
      z.number().int().min(1).max(100_000),
      z.literal('always').transform(() => Number.POSITIVE_INFINITY),
    ])
    .default(1),
  ...circumstances,
  /** For `row-garbage`: what becomes of the row, and which one it is. */
  garbage: z.enum(garbage).default('no-amount'),
  row: z.enum(['newest', 'oldest']).default('newest'),
});
export type Fault = z.output<typeof faultSchema>;

/**
 * How likely each kind of fault is, for as long as no one calls it off. The same seed meets the same calls again.
 * Path and method narrow the calls; messages of streams are struck on all of them.
 */
export const chaosSchema = z.strictObject({
  seed: z.number().int().min(0).max(0xffff_ffff),
  rates: z.partialRecord(z.enum(chanceKinds), z.number().min(0).max(1)),
  ...circumstances,
});
export type Chaos = z.output<typeof chaosSchema>;

const isOneOf =
  <K extends Kind>(some: readonly K[]) =>
  (kind: Kind): kind is K =>
    (some as readonly Kind[]).includes(kind);

export const isCallKind = isOneOf<CallKind>(callKinds);
export const isEventKind = isOneOf<EventFault>(eventFaults);
export const isListKind = isOneOf<ListKind>(listFaults);
/** Whether a fault comes instead of the answer, once the call has done its work. */
export const isAnswerFault = ({ kind }: Pick<Fault, 'kind'>): boolean => isOneOf(answerFaults)(kind);
/** Whether the call is carried out later than it is answered. */
export const isLateFault = ({ kind }: Pick<Fault, 'kind'>): boolean => isOneOf(lateFaults)(kind);
/** What calls and messages may meet by chance, in the order in which chance is asked. */
export const kindsOf = { calls: callKinds, events: eventFaults } as const;
