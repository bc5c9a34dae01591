import type { StoredEvent } from '@groundswell/platform/event-store';
import { type Compared, type Difference, type Found, leafTextAt, type Recorded } from './compare-entries.js';

/** An event's place, for someone who wants to look it up. */
interface Place {
  readonly stream: string;
  readonly revision: string;
  readonly type: string;
  readonly id: string;
}

/** A fault of the log at one position. */
export type Fault =
  | ({ readonly kind: 'altered'; readonly position: string } & Place)
  /** Was recorded at another position. */
  | ({ readonly kind: 'reordered'; readonly position: string; readonly recordedAt: string } & Place)
  /** Was never recorded. */
  | ({ readonly kind: 'inserted'; readonly position: string } & Place)
  | { readonly kind: 'removed'; readonly position: string; readonly id: string }
  /** The log ends before the recorded events do. */
  | {
      readonly kind: 'truncated';
      readonly position: string;
      readonly missing: number;
      readonly endsAt: string;
    };

const placeOf = ({ event }: Found): Place => ({
  stream: event.stream,
  revision: event.revision.toString(),
  type: event.type,
  id: event.id,
});

const isAltered = ({ recorded, found }: Difference): boolean =>
  recorded !== undefined && found !== undefined && recorded.id === found.id;

/** Parts of an event that may have been swapped with another event's. */
const exchanged: readonly (readonly (keyof StoredEvent)[])[] = [
  ['data'],
  ['type', 'data'],
  ['type', 'data', 'metadata'],
  ['type', 'data', 'metadata', 'recordedAt'],
];
/** Beyond this many, the search for swapped contents is skipped. */
const mostPaired = 40;

/** Whether one place holds the content recorded at another, under the other's id. */
const isContentOf = (one: Difference, other: Difference, version1: number): boolean =>
  exchanged.some((parts) => {
    const [from, to] = [one.found?.event, other.found?.event];
    if (!from || !to || !other.recorded) return false;
    const moved = Object.fromEntries(parts.map((part) => [part, from[part]]));
    return leafTextAt({ ...to, ...moved }, other.recorded.ordinal, version1) === other.recorded.leaf;
  });

/** Altered events whose contents were swapped: by position, the position where each content was recorded. */
const exchangedContents = (altered: readonly Difference[], version1: number): Map<bigint, bigint> => {
  const places = new Map<bigint, bigint>();
  if (altered.length > mostPaired) return places;
  for (const one of altered) {
    const other = altered.find((each) => each !== one && isContentOf(one, each, version1));
    if (other) places.set(one.position, other.position);
  }
  return places;
};

/** What is known about all differences together. */
interface Known {
  /** Recorded position of each event, by id. */
  readonly recordedAt: ReadonlyMap<string, bigint>;
  readonly foundIds: ReadonlySet<string>;
  readonly contents: ReadonlyMap<bigint, bigint>;
}

/** The recorded event is here, with different contents. */
const ofSameEvent = (position: bigint, found: Found, { contents }: Known): Fault => {
  const from = contents.get(position);
  const place = { position: position.toString(), ...placeOf(found) };
  return from === undefined
    ? { kind: 'altered', ...place }
    : { kind: 'reordered', recordedAt: from.toString(), ...place };
};

/** A different event is here than was recorded, or none was recorded. */
const ofOtherEvent = (
  position: bigint,
  found: Found,
  gone: string | undefined,
  { recordedAt }: Known,
): Fault[] => {
  const place = { position: position.toString(), ...placeOf(found) };
  const from = recordedAt.get(found.id);
  // An unknown id in place of an event that is gone: the event was altered, including its id.
  if (from === undefined) return [{ kind: gone ? 'altered' : 'inserted', ...place }];
  const moved: Fault = { kind: 'reordered', recordedAt: from.toString(), ...place };
  return gone ? [{ kind: 'removed', position: place.position, id: gone }, moved] : [moved];
};

const faultsAt = (difference: Difference, known: Known): Fault[] => {
  const { position, recorded, found } = difference;
  if (found && isAltered(difference)) return [ofSameEvent(position, found, known)];
  const gone = recorded && !known.foundIds.has(recorded.id) ? recorded.id : undefined;
  if (found) return ofOtherEvent(position, found, gone, known);
  return gone ? [{ kind: 'removed', position: position.toString(), id: gone }] : [];
};

const removed = ({ position, id }: Recorded): Fault => ({
  kind: 'removed',
  position: position.toString(),
  id,
});

/** What was recorded beyond the end of the log; events found elsewhere were moved, and are reported there. */
const behindTheEnd = (
  { differences, differing, tail, missing, last, end }: Compared,
  { foundIds }: Known,
): Fault[] => {
  const gone = tail.filter(({ id }) => !foundIds.has(id));
  const [first] = gone;
  if (!first) return [];
  // If the last event still exists, nothing was cut off: earlier events were removed. Which ones is certain
  // only while every difference is remembered.
  if (end && foundIds.has(end.id)) return differences.length + missing === differing ? gone.map(removed) : [];
  return [
    {
      kind: 'truncated',
      position: first.position.toString(),
      missing: missing - (tail.length - gone.length),
      endsAt: last.toString(),
    },
  ];
};

/** Faults that are listed; where there are more, the first ones show what was done. */
const mostTold = 1_000;

/**
 * Classifies what happened to a log. Events are known by their ids: one found elsewhere was moved, one found
 * nowhere was removed, one never recorded was inserted.
 */
export const classify = (compared: Compared): Fault[] => {
  const { differences, tail, latest } = compared;
  const recorded = [...differences.flatMap((difference) => difference.recorded ?? []), ...tail];
  const known: Known = {
    recordedAt: new Map(recorded.map(({ id, position }) => [id, position])),
    foundIds: new Set([...differences.flatMap(({ found }) => found?.id ?? []), ...latest]),
    contents: exchangedContents(differences.filter(isAltered), compared.version1),
  };
  const faults = differences.flatMap((difference) => faultsAt(difference, known));
  return [...faults.slice(0, mostTold), ...behindTheEnd(compared, known).slice(0, mostTold)];
};
