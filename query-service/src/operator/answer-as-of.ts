import { randomBytes } from 'node:crypto';
import { type Call, calls, serviceOf } from '@groundswell/contracts';
import { createLog } from '@groundswell/platform';
import { openDatabase } from '@groundswell/platform/database';
import { connectEventStore } from '@groundswell/platform/event-store';
import { type Moment, openPast } from '@groundswell/projections';
import { askedModels } from '../query-module.js';
import { serveQueries } from '../serve-queries.js';
import type { OperatorConfig } from './config.js';
import { pastStore } from './past-store.js';

/** Queries that are answered by what the projections keep. The others ask outside, or are not about data. */
export const lookedBackAt: ReadonlyMap<string, Call> = new Map(
  Object.entries<Call>(calls).filter(
    ([name, call]) =>
      serviceOf(call) === 'query-service' &&
      call.method === 'GET' &&
      !['findAssets', 'live', 'liveOwn', 'docs', 'openApi'].includes(name),
  ),
);

export interface PastQuestion {
  readonly call: Call;
  readonly until: Moment;
  readonly parameters: Readonly<Record<string, string>>;
  /** Whose answer it is, for calls about oneself. */
  readonly person?: string | undefined;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: { label: string; events: number; fraction: number }) => void;
}

export interface PastAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  /** Up to which position of the log the answer reflects what happened. */
  readonly position: string | null;
}

/** Names of the parameters that stand in a call's path: it has no address without them. */
export const parametersInPath = ({ path }: Call): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');

/** The address of a call: its path's parameters in their places, the others behind the question mark. */
const addressOf = (call: Call, parameters: Readonly<Record<string, string>>): string => {
  const { path } = call;
  const inPath = new Set(parametersInPath(call));
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
  const query = new URLSearchParams(Object.entries(parameters).filter(([name]) => !inPath.has(name)));
  return query.size > 0 ? `${filled}?${query}` : filled;
};

const notAsked = {
  search: () => Promise.reject(new Error('a look at the past asks nobody outside')),
};

/**
 * Answers a query as of a past moment, with this service's own code: its routes, guard, schemas and SQL run against
 * tables that are built for it and removed afterwards. It listens on this machine alone, for one secret caller.
 */
export const answerAsOf = async (config: OperatorConfig, question: PastQuestion): Promise<PastAnswer> => {
  const { call, until, parameters, person, signal, onProgress } = question;
  const log = createLog({ service: 'operator', level: 'silent' });
  const building = openDatabase({ url: config.DATABASE_URL, name: 'operator', connections: 12 });
  const eventStore = connectEventStore({ url: config.EVENTSTORE_URL, logger: log });
  const past = openPast({ database: building, eventStore, signal, onProgress }, until);
  const reading = openDatabase({
    url: config.DATABASE_URL,
    name: 'operator',
    schemas: askedModels.map(past.schemaOf),
    connections: 2,
  });
  const secret = randomBytes(32).toString('base64url');
  const user = { id: person ?? 'operator', role: person ? 'user' : 'staff', sessionId: 'operator' } as const;
  try {
    const http = await serveQueries({
      store: pastStore(reading, past),
      eventStore,
      assets: notAsked,
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
      return {
        status: response.status,
        contentType: response.headers.get('content-type') ?? '',
        body: await response.text(),
        position: response.headers.get('read-position'),
      };
    } finally {
      await http.close();
    }
  } finally {
    await past.close();
    await reading.close();
    await eventStore.dispose();
    await building.close();
  }
};
