import { type AnyEvent, type ChangeLine, type DomainEvent, newestOf } from '@groundswell/contracts';
import { type Concept, evolve, tellChange } from '@groundswell/domain/concept';
import type { ResponseFor } from '../../api/endpoints.js';

export type Change = ResponseFor<'getConceptChanges'>['changes'][number];

/** The public part of an event, as stored. */
export interface EventRecord {
  /** Its index in the log of Groundswell's own events; absent in version 1 records. */
  readonly ordinal?: string | null;
  readonly stream: string;
  readonly revision: string;
  readonly type: string;
  readonly occurred_at: string | null;
  readonly reason: string | null;
  readonly data: unknown;
}

const isRecord = (value: unknown): value is EventRecord =>
  typeof value === 'object' && value !== null && 'revision' in value && 'stream' in value;

/** @returns undefined for a text that is not the record of an event */
export const recordIn = (text: string): EventRecord | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** A record's change, as text; undefined when there is nothing to show. */
export type Story = Pick<Change, 'kind' | 'lines'> | undefined;

/**
 * Derives the changes from the records again, as the change log should have them. Skips unreadable records.
 * @param newest upcasts a stored shape, which never changes, to today's
 */
export const tellAll = (
  records: readonly (EventRecord | undefined)[],
  newest: typeof newestOf = newestOf,
): Story[] => {
  let concept: Concept | undefined;
  return records.map((record) => {
    if (!record) return undefined;
    try {
      const event = newest({ type: record.type, data: record.data as DomainEvent['data'] }) as
        | AnyEvent
        | undefined;
      if (!event) return undefined;
      const after = evolve(concept, event);
      const told = after && tellChange(event, concept, after);
      concept = after;
      return told && { kind: told.kind, lines: [...told.lines] };
    } catch {
      return undefined;
    }
  });
};

const lineText = ({ subject, symbol, before, after }: ChangeLine): string =>
  JSON.stringify([subject, symbol, before, after]);

/** Whether the change log shows exactly what was recorded of an event. */
export const saysTheSame = (
  change: Change,
  record: EventRecord & { readonly recorded_at: string | null },
  told: Story,
): boolean =>
  change.kind === told?.kind &&
  change.reason === record.reason &&
  change.recorded_at === record.recorded_at &&
  Date.parse(change.occurred_at) === Date.parse(record.occurred_at ?? '') &&
  change.lines.map(lineText).join() === told.lines.map(lineText).join();
