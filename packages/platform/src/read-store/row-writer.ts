import { together } from '../database/transaction.js';
import type { RecordedEvent } from '../event-store/types.js';
import { HeldRows } from './held-rows.js';
import type { IndexStatement, ReadModel } from './read-model.js';
import { entryOf, foldEvent, type RowTable } from './row-table.js';
import { storedJournal } from './stored-journal.js';
import { storedRows } from './stored-rows.js';
import { storedTrail } from './stored-trail.js';
import { type SideTable, WaitingRows } from './waiting-rows.js';
import { joinWriters, type Writer } from './writer.js';

/** The writing half of a read model that is made of tables. */
export type Tables = Pick<ReadModel, 'ddl' | 'live'> & {
  readonly concerns: (event: RecordedEvent) => boolean;
  readonly indexes: readonly IndexStatement[];
  readonly inBulk: { readonly writer: (isBeginning?: boolean) => Writer };
};

/** The writing half of a read model made of rows: they are loaded together, folded in memory, and written together. */
export const rows = <Row extends object>(table: RowTable<Row>): Tables => {
  const stored = storedRows(table);
  const trail = table.trail && storedTrail(table.trail);
  const journal = table.journal && storedJournal(table.journal);
  const writerWith = (isBeginning: boolean, told: SideTable | undefined): Writer => {
    const held = new HeldRows(stored, isBeginning);
    const entries = trail && new WaitingRows(trail);
    const lines = told && new WaitingRows(told);
    const parts = [held, ...(entries ? [entries] : []), ...(lines ? [lines] : [])];
    return {
      get waiting() {
        return parts.reduce((sum, { waiting }) => sum + waiting, 0);
      },
      prepare: (events, sql) => held.load(sql, events.map(table.keyOf).filter(isKey)),
      take(events) {
        for (const event of events) {
          const key = table.keyOf(event);
          const folded = key === undefined ? undefined : foldEvent(table, held.get(key), event);
          if (key === undefined || !folded) continue;
          held.change(key, folded.row, event.position.commit);
          entries?.add(folded.entry);
          lines?.add(folded.line);
        }
      },
      handOver() {
        const { rows: changed, arrays, removed } = held.handOver();
        for (const row of changed) entries?.add(entryOf(table, row));
        const [note, tell] = [entries?.handOver(), lines?.handOver()];
        const changes = changed.length + removed.length > 0;
        return {
          changes,
          async write(sql) {
            await together([
              stored.writeArrays(sql, arrays),
              ...(note ? [note(sql)] : []),
              ...(tell ? [tell(sql)] : []),
              stored.remove(sql, removed),
            ]);
            return changes;
          },
        };
      },
      written() {
        for (const part of parts) part.written();
      },
    };
  };
  return {
    ddl: [stored, trail, journal].flatMap((part) => part?.ddl ?? []).join(';\n'),
    indexes: table.indexes ?? [],
    concerns: (event) => table.keyOf(event) !== undefined,
    live: () => writerWith(false, journal?.live),
    inBulk: { writer: (isBeginning = false) => writerWith(isBeginning, journal?.inBulk) },
  };
};

/** Joins several tables into one read model. */
export const allOf = (...tables: readonly Tables[]): Tables => {
  const writer = (isBeginning = false): Writer =>
    joinWriters(tables.map(({ inBulk }) => inBulk.writer(isBeginning)));
  return {
    ddl: tables.map(({ ddl }) => ddl).join(';\n'),
    indexes: tables.flatMap(({ indexes }) => indexes),
    concerns: (event) => tables.some(({ concerns }) => concerns(event)),
    live: () => joinWriters(tables.map((table) => table.live())),
    inBulk: { writer },
  };
};

const isKey = (key: string | undefined): key is string => key !== undefined;
