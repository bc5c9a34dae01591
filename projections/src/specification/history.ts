import type { AnyEvent } from '@groundswell/contracts';
import type { RecordedEvent } from '@groundswell/platform/event-store';

type DataOf<Type extends AnyEvent['type']> = Extract<AnyEvent, { type: Type }>['data'];

const firstInstant = Date.parse('2026-01-05T09:00:00.000Z');
let recorded = 0;

/** Creates a stream's events for a spec, each a second later and further along the log. */
export const history = (stream: string) => {
  let revision = -1n;
  return {
    event<Type extends AnyEvent['type']>(type: Type, data: DataOf<Type>): RecordedEvent {
      recorded += 1;
      revision += 1n;
      const at = new Date(firstInstant + recorded * 1_000);
      return {
        type,
        data,
        id: `00000000-0000-4000-8000-${String(recorded).padStart(12, '0')}`,
        stream,
        revision,
        position: { commit: BigInt(recorded), prepare: BigInt(recorded) },
        metadata: {
          actor: { id: 'somebody', role: 'staff' },
          correlationId: 'a-correlation',
          causationId: 'a-cause',
          schemaVersion: 1,
          occurredAt: at.toISOString(),
        },
        recordedAt: at,
      } as RecordedEvent;
    },
  };
};
