import type { ResponseFor } from '../../api/endpoints.js';
import { isNamedRightly } from './checkpoint.js';
import type { Fault } from './faults.js';
import { chainStart, eventLeaf, linked, textLeaf } from './hashes.js';
import { isBeginningOf, rootOfInclusion } from './merkle.js';
import { type Change, type EventRecord, recordIn, type Story, saysTheSame, tellAll } from './story.js';

export type Proof = ResponseFor<'getConceptProof'>;
type ProvenEvent = Proof['events'][number];

/** The change log shown on the trend's page. */
export interface ChangeLog {
  readonly changes: readonly Change[];
  /** Log position it was read at. */
  readonly upTo: string;
}

export interface CheckedEvent {
  readonly position: string;
  /** When the store wrote it. */
  readonly recordedAt: string | null;
  readonly record: EventRecord | undefined;
  readonly told: Story;
  readonly leaf: string;
  readonly matches: boolean;
}

export interface Verdict {
  readonly events: readonly CheckedEvent[];
  readonly faults: readonly Fault[];
}

/** Events hashed in parallel. */
const together = 64;

interface Hashed {
  readonly event: ProvenEvent;
  readonly record: EventRecord | undefined;
  readonly leaf: string;
  readonly root: string | undefined;
}

const hashEvent = async (event: ProvenEvent, { head, nodes }: Proof): Promise<Hashed> => {
  const leaf = await eventLeaf(event.record, event.private_hash);
  const path = event.path.map((at) => nodes[at] ?? '');
  const root = event.index === null ? undefined : await rootOfInclusion(leaf, event.index, head.count, path);
  return { event, record: recordIn(event.record), leaf, root };
};

const hashAll = async (proof: Proof, onProgress: (done: number) => void): Promise<Hashed[]> => {
  const hashed: Hashed[] = [];
  for (let from = 0; from < proof.events.length; from += together) {
    const some = proof.events.slice(from, from + together);
    hashed.push(...(await Promise.all(some.map((event) => hashEvent(event, proof)))));
    onProgress(hashed.length);
  }
  return hashed;
};

/** Faults of single events: altered content, position, or trend. */
const faultOf = (
  { event, record, root }: Hashed,
  before: Hashed | undefined,
  stream: string,
  headRoot: string,
): Fault | undefined => {
  const { position } = event;
  if (event.index === null) return { kind: 'inserted', position };
  if (root !== headRoot || record?.stream !== stream) return { kind: 'altered', position };
  const follows = (before?.event.index ?? -1) < event.index;
  return follows ? undefined : { kind: 'moved', position, recorded: null };
};

/** Beyond this many altered events, the search for swapped ones is skipped. */
const mostPaired = 20;

/** A record's place: its ordinal, and in version 1 the position that the store assigned. */
const placeIn = ({ event, record }: Hashed): string =>
  record?.ordinal === undefined
    ? `"position":${JSON.stringify(event.position)}`
    : `"ordinal":${JSON.stringify(record.ordinal)}`;

/** An altered event that would be correct at the position of another one has swapped places with it. */
const placeOf = async (one: Hashed, others: readonly Hashed[], proof: Proof): Promise<string | undefined> => {
  for (const other of others) {
    const { event } = other;
    if (event.index === null || !other.record) continue;
    const text = one.event.record.replace(placeIn(one), placeIn(other));
    const { root } = await hashEvent({ ...event, record: text, private_hash: one.event.private_hash }, proof);
    if (root === proof.head.root) return event.position;
  }
  return undefined;
};

const pairUp = async (
  hashed: readonly Hashed[],
  faults: (Fault | undefined)[],
  proof: Proof,
): Promise<void> => {
  const altered = hashed.filter((_, at) => faults[at]?.kind === 'altered');
  if (altered.length > mostPaired) return;
  for (const one of altered) {
    const { position } = one.event;
    const others = altered.filter((other) => other !== one);
    const recorded = await placeOf(one, others, proof);
    if (recorded) faults[hashed.indexOf(one)] = { kind: 'moved', position, recorded };
  }
};

/**
 * Revisions of a trend's events are gapless: a missing one means that an event was removed. As many of the last changes may
 * be missing as wait for the chain: in a log that was moved, positions do not tell them from earlier ones.
 */
const gapsIn = (hashed: readonly Hashed[], changes: readonly Change[], { head, waiting }: Proof): Fault[] => {
  const found = new Set(hashed.map(({ event }) => event.position));
  const last = BigInt(hashed.at(-1)?.event.position ?? 0);
  const missing = changes.filter(
    ({ position }) => BigInt(position) <= BigInt(head.position) && !found.has(position),
  );
  const atEnd = missing.filter(({ position }) => BigInt(position) > last);
  const lost = (atEnd.length <= waiting ? missing.filter((change) => !atEnd.includes(change)) : missing)
    .map(({ position }): Fault => ({ kind: 'removed', position, after: null }))
    .reverse();
  if (lost.length > 0) return lost;
  return hashed.flatMap(({ record }, at): Fault[] => {
    const expected = at === 0 ? 0n : BigInt(hashed[at - 1]?.record?.revision ?? -2) + 1n;
    if (!record || BigInt(record.revision) <= expected) return [];
    return [{ kind: 'removed', position: null, after: hashed[at - 1]?.event.position ?? null }];
  });
};

/** Whether the trend has exactly this many events: only then is nothing missing at its end. */
const isComplete = async (
  hashed: readonly Hashed[],
  stream: string,
  { concept, head }: Proof,
): Promise<boolean> => {
  let chain = chainStart();
  for (const { leaf } of hashed) chain = await linked(chain, leaf);
  if (!concept) return hashed.length === 0;
  const entry = await textLeaf(`${stream} ${hashed.length} ${chain}`);
  return (await rootOfInclusion(entry, concept.index, concept.size, concept.path)) === head.concepts;
};

/** Where the change log of the trend's page differs from the log. */
const toldOtherwise = (events: readonly CheckedEvent[], { changes, upTo }: ChangeLog): Fault[] => {
  const byPosition = new Map(changes.map((change) => [change.position, change]));
  return events.flatMap(({ position, recordedAt, record, told, matches }): Fault[] => {
    if (BigInt(position) > BigInt(upTo)) return [];
    const change = byPosition.get(position);
    // An event without a change has to be absent from the change log.
    const right = change
      ? record && saysTheSame(change, { ...record, recorded_at: recordedAt }, told)
      : !told;
    return matches && !right ? [{ kind: 'told', position }] : [];
  });
};

const checkpointFaults = async ({ head, checkpoint, since_checkpoint }: Proof): Promise<Fault[]> => {
  const faults: Fault[] = [];
  if (!(await isNamedRightly(head))) faults.push({ kind: 'head' });
  if (!checkpoint) return faults;
  const sound =
    (await isNamedRightly(checkpoint)) &&
    (await isBeginningOf(checkpoint, head, since_checkpoint?.path ?? []));
  if (!sound) faults.push({ kind: 'checkpoint', position: checkpoint.position });
  return faults;
};

/**
 * Recomputes what a trend's events must hash to, and compares it with what is published: trusts nothing from
 * the service except its published hashes.
 * @param onProgress events hashed so far
 */
export const verifyConcept = async (
  conceptId: string,
  proof: Proof,
  log: ChangeLog,
  onProgress: (done: number) => void = () => undefined,
): Promise<Verdict> => {
  const stream = `concept-${conceptId}`;
  const hashed = await hashAll(proof, onProgress);
  const single = hashed.map((event, at) => faultOf(event, hashed[at - 1], stream, proof.head.root));
  await pairUp(hashed, single, proof);
  const told = tellAll(hashed.map(({ record }) => record));
  const events = hashed.map(({ event, record, leaf }, at): CheckedEvent => {
    return {
      position: event.position,
      recordedAt: event.recorded_at,
      record,
      told: told[at],
      leaf,
      matches: single[at] === undefined,
    };
  });
  const faults = [
    ...(await checkpointFaults(proof)),
    ...single.flatMap((fault) => fault ?? []),
    ...gapsIn(hashed, log.changes, proof),
  ];
  if (faults.length > 0) return { events, faults };
  if (!(await isComplete(hashed, stream, proof))) {
    faults.push({ kind: 'counted', found: hashed.length, recorded: proof.concept?.count ?? 0 });
  }
  // Changes build on each other, so they can be compared only when every event is correct.
  return { events, faults: [...faults, ...toldOtherwise(events, log)] };
};
