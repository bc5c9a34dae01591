import {
  type EventStore,
  LogCutShort,
  type Position,
  UnreadableEvent,
} from '@groundswell/platform/event-store';
import type { ReadModel } from '@groundswell/platform/read-store';
import { lagOf } from '../daemon/lag.js';
import type { ReadModelStatus } from '../operations/status.js';
import { readModels } from '../registry.js';
import { countRows } from '../replay/compare.js';
import type { OperatorConnections } from './connections.js';

type Measured = Pick<ReadModelStatus, 'lagEvents' | 'lagSeconds' | 'problem'>;

/** Adds the event that blocks reading to a problem, unless the keeper already named it. */
const naming = (fault: UnreadableEvent, problem: string | null): string => {
  if (problem === null) return fault.message;
  return problem.includes(fault.event.id) ? problem : `${problem}; ${fault.message}`;
};

const measured = async (
  eventStore: EventStore,
  model: ReadModel,
  { position, problem }: ReadModelStatus,
  head: Position | undefined,
  at: Date,
): Promise<Measured> => {
  const commit = BigInt(position ?? 0);
  try {
    const lag = await lagOf(eventStore, model, { commit, prepare: commit }, at, head);
    return { lagEvents: lag.events, lagSeconds: lag.seconds, problem };
  } catch (fault) {
    const unknown = { lagEvents: null, lagSeconds: null };
    // An older log was restored, and has grown past the position: the problem is reported already.
    if (fault instanceof LogCutShort) return { ...unknown, problem: problem ?? fault.message };
    if (!(fault instanceof UnreadableEvent)) throw fault;
    return { ...unknown, problem: naming(fault, problem) };
  }
};

/**
 * Status of read models with exact row counts, and with lag measured here if the log is available. The lag is
 * unknown if an event that this program cannot read is among those waiting.
 */
export const readModelsNow = async (
  { database, eventStore }: OperatorConnections,
  statuses: readonly ReadModelStatus[],
  head: Position | undefined | 'away',
  at: Date,
): Promise<ReadModelStatus[]> => {
  return Promise.all(
    statuses.map(async (each, index): Promise<ReadModelStatus> => {
      const model = readModels[index];
      if (!model || each.version === null) return each;
      const now = head === 'away' ? each : await measured(eventStore, model, each, head, at);
      const { lagEvents, lagSeconds, problem } = now;
      const rows = await countRows(database, model);
      return { ...each, lagEvents, lagSeconds, problem, healthy: problem === null, rows };
    }),
  );
};
