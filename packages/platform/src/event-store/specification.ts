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

/** Events for integration specs. */
export const conceptCreated = (name: string): NewEvent => ({
  id: randomUUID(),
  type: 'ConceptCreated',
  data: { conceptId: randomUUID(), name, description: 'About it' },
  metadata,
});

export const conceptRenamed = (name: string): NewEvent => ({
  id: randomUUID(),
  type: 'ConceptRenamed',
  data: { name },
  metadata,
});
