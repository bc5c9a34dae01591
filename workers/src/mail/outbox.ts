import { type Database, type Migration, migrate, type Sql, together } from '@groundswell/platform/database';
import type { LogMark, LogPlace, Position } from '@groundswell/platform/event-store';
import { adoptLog } from '@groundswell/platform/read-store';
import { type DueMail, type MailKind, patientKinds, type QueuedMail } from './mailable.js';
import { expectPlace, forgetPlace, readPlace, savePlace } from './reading-place.js';

export const outboxMigrations: readonly Migration[] = [
  {
    name: 'mails that are due, and how far the log was read for them',
    sql: `
      CREATE TABLE mail (
        event_id uuid PRIMARY KEY,
        person_id text NOT NULL,
        kind text NOT NULL,
        occurred_at timestamptz NOT NULL,
        state text NOT NULL DEFAULT 'waiting',
        changed_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX mail_waiting ON mail (occurred_at) WHERE state = 'waiting';
      CREATE TABLE reading (
        only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
        position numeric NOT NULL
      );`,
  },
  {
    name: 'mails that somebody may want to look at',
    sql: `CREATE INDEX mail_unsettled ON mail (state) WHERE state IN ('waiting', 'handed over', 'gave up');`,
  },
  {
    name: 'which log was read, and the event stood at',
    sql: `ALTER TABLE reading ADD COLUMN log text, ADD COLUMN seen_id text, ADD COLUMN seen_stream text,
            ADD COLUMN seen_revision bigint, ADD COLUMN seen_position bigint`,
  },
  {
    name: 'who decided about a mail of unknown outcome, and why',
    sql: 'ALTER TABLE mail ADD COLUMN decided_by text, ADD COLUMN reason text',
  },
];

/** Schema of the mail tables. Every statement names it. */
export const outboxSchema = 'mail';

/**
 * - `handed over`: a carrier has it. Remains so when the outcome is unknown, or the process died at that
 * moment: such a mail is not sent again, because a mail is sent at most once.
 * - `dismissed`: it remained so, and an operator has decided to leave it.
 * - `gave up`: a carrier refused it permanently.
 * - `too late`, `no address`, `no occasion`: it no longer made sense, no address was known, or there was
 * nothing new to say.
 */
type MailState =
  | 'waiting'
  | 'handed over'
  | 'dismissed'
  | 'sent'
  | 'gave up'
  | 'too late'
  | 'no address'
  | 'no occasion';

/** Where a part of the log that was read for mails ends, and the position it continues from; undefined at the first. */
interface ReadPart {
  readonly position: Position;
  readonly follows?: Position | undefined;
}

export interface Outbox {
  /** How far the log was read, and the log's id if known. */
  place(): Promise<LogPlace>;
  /**
   * Records the mails that are due, and the position, in one transaction; a mail that is known already is not
   * changed. It does not wait for the disk if it follows a position: a crash may take the last mails and the position, and what
   * follows them is refused then.
   * @returns ids of those that were not known
   * @throws PlaceLost when the database no longer knows what it follows
   * @throws OtherLog when they come from another log than everything else in this database
   */
  note(mails: readonly DueMail[], part: ReadPart, mark?: LogMark): Promise<ReadonlySet<string>>;
  /**
   * Has the log read from its beginning, after another log was restored. Sent mails remain known as sent;
   * waiting ones are forgotten, and wait again once the present log asks for them.
   */
  beginAnew(): Promise<void>;
  waiting(eventId: string): Promise<DueMail | undefined>;
  /** Emails that wait, up to a thousand: the oldest first, and those that can wait last. */
  allWaiting(): Promise<readonly QueuedMail[]>;
  /** How many mails an operator may want to look at: waiting, handed over with unknown outcome, given up. */
  unsettled(): Promise<Readonly<Record<string, number>>>;
  /** Changes a mail's state; false when it is no longer in state `from`. */
  move(eventId: string, from: MailState, to: MailState): Promise<boolean>;
}

interface MailRow {
  readonly event_id: string;
  readonly person_id: string;
  readonly kind: MailKind;
  readonly occurred_at: Date;
}

const insertAll = (sql: Sql, mails: readonly DueMail[]): Promise<Pick<MailRow, 'event_id'>[]> =>
  sql.query(
    `INSERT INTO mail.mail (event_id, person_id, kind, occurred_at)
     SELECT "eventId", "personId", kind, "occurredAt"
     FROM jsonb_to_recordset($1) AS r ("eventId" uuid, "personId" text, kind text, "occurredAt" timestamptz)
     ON CONFLICT DO NOTHING RETURNING event_id`,
    [JSON.stringify(mails)],
  );

/** The authoritative state of mails: Redis only schedules attempts. Holds ids and states, no addresses. */
export const openOutbox = async (database: Database): Promise<Outbox> => {
  await migrate(database, outboxSchema, outboxMigrations);
  return {
    place: () => readPlace(database),
    async note(mails, { position, follows }, mark) {
      let inserted: ReturnType<typeof insertAll> | undefined;
      await database.transaction(
        (sql) =>
          together<unknown>([
            ...(mark?.log === undefined ? [] : [adoptLog(sql, mark.log)]),
            ...(follows ? [expectPlace(sql, follows)] : []),
          ]),
        {
          hasty: follows !== undefined,
          last(sql) {
            inserted = mails.length > 0 ? insertAll(sql, mails) : undefined;
            return [...(inserted ? [inserted] : []), savePlace(sql, position, mark)];
          },
        },
      );
      return new Set((await inserted)?.map(({ event_id }) => event_id));
    },
    beginAnew: () =>
      database.transaction(async (sql) => {
        await sql.query(`DELETE FROM mail.mail WHERE state = 'waiting'`);
        await forgetPlace(sql);
      }),
    async waiting(eventId) {
      const [row] = await database.query<MailRow>(
        `SELECT event_id, person_id, kind, occurred_at FROM mail.mail WHERE event_id = $1 AND state = 'waiting'`,
        [eventId],
      );
      return (
        row && {
          eventId: row.event_id,
          personId: row.person_id,
          kind: row.kind,
          occurredAt: row.occurred_at.toISOString(),
        }
      );
    },
    async allWaiting() {
      const rows = await database.query<Pick<MailRow, 'event_id' | 'kind'>>(
        `SELECT event_id, kind FROM mail.mail WHERE state = 'waiting' ORDER BY kind = ANY($1), occurred_at LIMIT 1000`,
        [patientKinds],
      );
      return rows.map(({ event_id, kind }) => ({ eventId: event_id, kind }));
    },
    async unsettled() {
      const rows = await database.query<{ state: string; mails: number }>(
        `SELECT state, count(*)::integer AS mails FROM mail.mail
         WHERE state IN ('waiting', 'handed over', 'gave up') GROUP BY state`,
        [],
      );
      return Object.fromEntries(rows.map(({ state, mails }) => [state, mails]));
    },
    async move(eventId, from, to) {
      const moved = await database.query(
        'UPDATE mail.mail SET state = $3, changed_at = now() WHERE event_id = $1 AND state = $2 RETURNING 1',
        [eventId, from, to],
      );
      return moved.length > 0;
    },
  };
};
