import { setTimeout } from 'node:timers/promises';
import { messageOf } from '@groundswell/platform';
import { isOutage, type Session } from '@groundswell/platform/database';
import {
  type EventBatch,
  OtherLog,
  type Position,
  type RecordedEvent,
  seenIn,
} from '@groundswell/platform/event-store';
import { applyBatch, CheckpointMoved, type ReadModel, Superseded } from '@groundswell/platform/read-store';

/** An event that cannot be applied. Its read model stops there; the others continue. */
class PoisonedEvent extends Error {
  override readonly name = 'PoisonedEvent';
  constructor(
    readonly event: RecordedEvent,
    cause: unknown,
  ) {
    const reason = messageOf(cause);
    const place = `${event.stream} at ${event.revision}, position ${event.position.commit}`;
    super(`${event.type} ${event.id} (${place}) cannot be applied: ${reason}`, { cause });
  }
}

/** Pauses between attempts, in milliseconds. After the last attempt the event itself is considered faulty. */
const pauses = [20, 100, 400];

/** Whether a failure is not the batch's fault. */
export const isOurs = (error: unknown): boolean =>
  error instanceof Superseded ||
  error instanceof CheckpointMoved ||
  error instanceof OtherLog ||
  isOutage(error);

/**
 * Applies a batch. If it keeps failing, applies its events one by one, so that everything before the faulty one is
 * stored.
 * @param follows the last known position, for tables that a crash may have set back
 * @throws PoisonedEvent, Superseded, CheckpointMoved, OtherLog, or an outage of PostgreSQL
 */
export const applyCarefully = async (
  session: Pick<Session, 'transaction'>,
  model: ReadModel,
  schema: string,
  batch: EventBatch,
  follows?: Position,
): Promise<void> => {
  for (const pause of pauses) {
    try {
      await applyBatch(session, model, schema, batch, follows);
      return;
    } catch (error) {
      if (isOurs(error)) throw error;
      await setTimeout(pause);
    }
  }
  for (const event of batch.events) {
    try {
      const mark = batch.mark && { log: batch.mark.log, seen: seenIn(event) };
      await applyBatch(session, model, schema, { events: [event], position: event.position, mark });
    } catch (error) {
      throw isOurs(error) ? error : new PoisonedEvent(event, error);
    }
  }
  await applyBatch(session, model, schema, { events: [], position: batch.position, mark: batch.mark });
};
