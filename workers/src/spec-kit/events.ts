import { randomUUID } from 'node:crypto';
import type { AnyEvent } from '@groundswell/contracts';
import type { NewEvent } from '@groundswell/platform/event-store';

type DataOf<Type extends AnyEvent['type']> = Extract<AnyEvent, { type: Type }>['data'];

/** An event to append, for integration specs. */
export const newEvent = <Type extends AnyEvent['type']>(
  type: Type,
  data: DataOf<Type>,
  occurredAt = new Date().toISOString(),
): NewEvent =>
  ({
    id: randomUUID(),
    type,
    data,
    metadata: {
      actor: { id: 'somebody', role: 'staff' },
      correlationId: randomUUID(),
      causationId: randomUUID(),
      schemaVersion: 1,
      occurredAt,
    },
  }) as NewEvent;

/** A trend holds a symbol from now on. */
export const added = (symbol: string, occurredAt?: string): NewEvent => {
  const data = { allocationId: symbol, subConceptId: 's', symbol, companyName: symbol, weight: 100 };
  return newEvent('AllocationAdded', data, occurredAt);
};
