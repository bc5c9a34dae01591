import { type Call, streamOf } from '@groundswell/contracts';
import { createLog } from '@groundswell/platform';
import { openDatabase } from '@groundswell/platform/database';
import {
  connectEventStore,
  type EventStore,
  hasReached,
  type StoredEvent,
} from '@groundswell/platform/event-store';
import { newSecret } from '@groundswell/platform/identity';
import { NotDone, refuseToCome } from '@groundswell/platform/operator';
import { type Moment, openPast, readModels } from '@groundswell/projections';
import { serveQueries } from '../serve-queries.js';
import type { OperatorConfig } from './config.js';
import { parametersInPath } from './past-calls.js';
import { pastStore } from './past-store.js';

export interface PastQuestion {
  readonly call: Call;
  /** The moment as typed. */
  readonly time: string;
  readonly until: Moment;
  readonly parameters: Readonly<Record<string, string>>;
  /** The person asking, for calls about oneself. */
  readonly person?: string | undefined;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: { label: string; events: number; fraction: number }) => void;
}

export interface PastAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  /** The log position that the answer reflects. */
  readonly position: string | null;
}

/** The URL of a call: path parameters filled in, the others in the query string. */
const addressOf = (call: Call, parameters: Readonly<Record<string, string>>): string => {
  const { path } = call;
  const inPath = new Set(parametersInPath(call));
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
  const query = new URLSearchParams(Object.entries(parameters).filter(([name]) => !inPath.has(name)));
  return query.size > 0 ? `${filled}?${query}` : filled;
};

/** Whether an event was in the log at a moment. */
const wasThere = ({ position, recordedAt }: StoredEvent, until: Moment): boolean =>
  until.kind === 'position' ? hasReached(until.position, position) : recordedAt <= until.at;

/**
 * @throws NotDone if the log has no events of this person, so that an unknown id differs from a person without data
 */
const refuseStranger = async (eventStore: EventStore, person: string): Promise<void> => {
  for (const category of ['user', 'tradingAccount'] as const)
    if ((await eventStore.readStoredStream(streamOf(category, person))).length > 0) return;
  throw new NotDone(`There is no person "${person}".`);
};

/** Streams without later events, which a proof compares with the chain. */
const storeOf = (eventStore: EventStore, until: Moment): EventStore => ({
  ...eventStore,
  readStoredStream: async (stream, part) =>
    (await eventStore.readStoredStream(stream, part)).filter((event) => wasThere(event, until)),
});

/**
 * Answers a query as of a past moment with this service's own code: its routes, guard, schemas and SQL run
 * against tables that are built for it and removed afterwards. Listens only on this machine, for one caller
 * with a secret.
 * @throws NotDone when the moment is in the future; whatever prevented the build
 */
export const answerAsOf = async (config: OperatorConfig, question: PastQuestion): Promise<PastAnswer> => {
  const { call, time, until, parameters, person, signal, onProgress } = question;
  const log = createLog({ service: 'operator', level: 'silent' });
  const building = openDatabase({ url: config.DATABASE_URL, name: 'operator', connections: 12 });
  const eventStore = connectEventStore({ url: config.EVENTSTORE_URL, logger: log });
  const past = openPast({ database: building, eventStore, signal, onProgress }, until);
  const reading = openDatabase({
    url: config.DATABASE_URL,
    name: 'operator',
    schemas: readModels.map(past.schemaOf),
    connections: 2,
  });
  const secret = newSecret();
  const user = { id: person ?? 'operator', role: person ? 'user' : 'staff', sessionId: 'operator' } as const;
  const store = pastStore(reading, past);
  try {
    const position = until.kind === 'position' ? until.position.commit : undefined;
    refuseToCome({ text: time, position }, (await eventStore.head())?.commit, new Date());
    if (person !== undefined) await refuseStranger(eventStore, person);
    const http = await serveQueries({
      store,
      eventStore: storeOf(eventStore, until),
      listen: { HOST: '127.0.0.1', PORT: 0 },
      log,
      now: () => (until.kind === 'position' ? new Date() : until.at),
      verifyToken: async (token) => (token === secret ? user : undefined),
    });
    try {
      const response = await fetch(`${http.url}${addressOf(call, parameters)}`, {
        headers: { authorization: `Bearer ${secret}` },
        signal,
      });
      // The service's answer hides the cause; operators get it.
      if (store.fault !== undefined) throw store.fault;
      return {
        status: response.status,
        contentType: response.headers.get('content-type') ?? '',
        body: await response.text(),
        // A file does not carry it.
        position: response.headers.get('read-position') ?? store.position?.toString() ?? null,
      };
    } finally {
      await http.close();
    }
  } finally {
    // What cannot be removed now is removed by the next as-of run.
    await past.close().catch(() => undefined);
    await reading.close();
    await eventStore.dispose();
    await building.close();
  }
};
