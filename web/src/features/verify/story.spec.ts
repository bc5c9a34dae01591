import { type DomainEvent, newestOf } from '@groundswell/contracts';
import { describe, expect, it } from 'vitest';
import { type EventRecord, tellAll } from './story.js';

const record = (revision: number, type: string, data: object): EventRecord => ({
  stream: 'concept-ocean',
  revision: String(revision),
  type,
  occurred_at: '2026-01-05T09:00:00.000Z',
  reason: null,
  data,
});
const created = record(0, 'ConceptCreated', { conceptId: 'ocean', name: 'Ocean', description: 'Tides' });

describe('what the log holds', () => {
  it('is shown in its newest shape, as for every reader, however old it is', () => {
    /** A catalogue in which `ConceptTitled` was succeeded by `ConceptRenamed`. */
    const newest = (event: DomainEvent) =>
      newestOf(
        event.type === 'ConceptTitled'
          ? { type: 'ConceptRenamed', data: { name: (event.data as { title: string }).title } }
          : event,
      );
    const records = [created, record(1, 'ConceptTitled', { title: 'Blue' })];
    expect(tellAll(records, newest)).toEqual(
      tellAll([created, record(1, 'ConceptRenamed', { name: 'Blue' })]),
    );
    expect(tellAll(records, newest)[1]?.lines.length).toBeGreaterThan(0);
  });

  it('is passed over where this program does not know it', () => {
    const told = tellAll([
      created,
      record(1, 'ConceptRenamed.v9', {}),
      record(2, 'ConceptRenamed', { name: 'Blue' }),
    ]);
    expect(told.map((each) => each?.lines.length ?? 0)).toEqual([expect.any(Number), 0, expect.any(Number)]);
    expect(told[2]?.lines[0]).toMatchObject({ before: 'Ocean', after: 'Blue' });
  });
});
