import { randomUUID } from 'node:crypto';
import type { AnyEvent } from '@groundswell/contracts';
import type { NewEvent } from '@groundswell/platform/event-store';

type DataOf<Type extends AnyEvent['type']> = Extract<AnyEvent, { type: Type }>['data'];

/** An event to append, for integration specs. */
export const newEvent = <Type extends AnyEvent['type']>(type: Type, data: DataOf<Type>): NewEvent =>
  ({
    id: randomUUID(),
    type,
    data,
    metadata: {
      actor: { id: 'a-spec', role: 'system' },
      correlationId: 'a-correlation',
      causationId: 'a-cause',
      schemaVersion: 1,
      occurredAt: new Date().toISOString(),
    },
  }) as NewEvent;

export const conceptCreated = (conceptId: string, name: string): NewEvent =>
  newEvent('ConceptCreated', { conceptId, name, description: `About ${name}` });
