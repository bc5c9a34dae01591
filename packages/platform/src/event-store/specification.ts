import { randomUUID } from 'node:crypto';
import type { EventMetadata } from '@groundswell/contracts';
import type { NewEvent } from './types.js';

const metadata: EventMetadata = {
  actor: { id: 'a-spec', role: 'system' },
  correlationId: 'a-correlation',
  causationId: 'a-cause',
  schemaVersion: 1,
  occurredAt: '2026-01-05T09:00:00.000Z',
};

/** For integration specs: an event with an id of its own each time, so that two of them are never a repeat. */
export const conceptCreated = (name: string): NewEvent => ({
  id: randomUUID(),
  type: 'ConceptCreated',
  data: { conceptId: randomUUID(), name, description: 'About it' },
  metadata,
});

/** The same, for a stream that has begun already. */
export const conceptRenamed = (name: string): NewEvent => ({
  id: randomUUID(),
  type: 'ConceptRenamed',
  data: { name },
  metadata,
});
