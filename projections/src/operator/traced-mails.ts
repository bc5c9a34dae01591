import { mailIdsOf } from '@groundswell/platform';
import { isConnectionLoss, isStructural } from '@groundswell/platform/database';
import type { OperatorConfig } from './config.js';
import { openBriefly } from './connections.js';

/** What became of a mail about an event. Its address and its text are not kept. */
export interface TracedMail {
  readonly id: string;
  readonly eventId: string;
  readonly kind: string;
  /** `waiting`, `sent` and others: see the workers' outbox. */
  readonly state: string;
  readonly changedAt: Date;
}

interface MailRow {
  readonly event_id: string;
  readonly kind: string;
  readonly state: string;
  readonly changed_at: Date;
}

/** Mails about some events, as the workers' outbox has them. Undefined while PostgreSQL is down. */
export const findMails = async (
  config: Pick<OperatorConfig, 'DATABASE_URL'>,
  eventIds: readonly string[],
): Promise<TracedMail[] | undefined> => {
  const eventOf = new Map(eventIds.flatMap((eventId) => mailIdsOf(eventId).map((id) => [id, eventId])));
  const database = openBriefly(config);
  try {
    const rows = await database.query<MailRow>(
      'SELECT event_id, kind, state, changed_at FROM mail.mail WHERE event_id = ANY($1)',
      [[...eventOf.keys()]],
    );
    return rows.map(({ event_id: id, kind, state, changed_at: changedAt }) => ({
      id,
      eventId: eventOf.get(id) ?? id,
      kind,
      state,
      changedAt,
    }));
  } catch (fault) {
    // The workers make the table when they first start.
    if (isStructural(fault)) return [];
    if (isConnectionLoss(fault)) return undefined;
    throw fault;
  } finally {
    await database.close();
  }
};
