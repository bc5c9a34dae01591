import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Faults } from '../admin/faults.js';
import type { Bank } from '../bank/bank.js';
import { keyIdOf } from '../http/credentials.js';
import { refuse, refuseWith } from '../http/refusal.js';
import { Broadcast } from './broadcast.js';
import type { BrokerEvent, EventStream } from './broker-event.js';
import { type CursorNames, endOf, type Range, rangeOfQuery } from './cursor.js';
import { Reader } from './reader.js';

interface StreamRoute {
  readonly stream: EventStream;
  readonly path: string;
  readonly cursors: CursorNames;
  readonly write: (event: BrokerEvent) => string;
}

const routes: readonly StreamRoute[] = [
  {
    stream: 'accounts',
    path: '/v1/events/accounts/status',
    cursors: {
      since: 'since_ulid',
      until: 'until_ulid',
      deprecated: { since: 'since_id', until: 'until_id' },
    },
    write: ({ id, at, body }) => JSON.stringify({ ...body, at: new Date(at).toISOString(), event_ulid: id }),
  },
  {
    stream: 'funding',
    path: '/v2/events/funding/status',
    cursors: { since: 'since_id', until: 'until_id' },
    write: ({ id, at, body }) => JSON.stringify({ ...body, at: new Date(at).toISOString(), event_id: id }),
  },
];

/** Connections over all streams: of one partner at Alpaca, of all of them here. */
const mostReaders = 25;
const longestTimer = 2_147_000_000;

type StreamQuery = Readonly<Record<string, string | undefined>>;

/** The streams of events: what happened since the cursor at once, and then what happens, until the reader leaves. */
export const eventRoutes = (
  server: FastifyInstance,
  bank: Bank,
  { faults, heartbeat }: { readonly faults: Faults; readonly heartbeat: number },
): void => {
  const broadcasts = new Map(
    routes.map(({ stream, path }) => [stream, new Broadcast(() => faults.meetEvent(path))] as const),
  );
  const stopListening = bank.records.listen((event) => broadcasts.get(event.stream)?.tell(event));
  const beat = setInterval(() => {
    for (const broadcast of broadcasts.values()) broadcast.beat();
  }, heartbeat);
  server.addHook('preClose', async () => {
    clearInterval(beat);
    stopListening();
    for (const broadcast of broadcasts.values()) broadcast.close();
    for (const reader of open) reader.end();
  });
  const open = new Set<Reader>();

  /** Ends the stream when its range does, which may be right after the history. */
  const endInTime = (reader: Reader, range: Range, reply: FastifyReply): void => {
    const end = endOf(range);
    if (end === undefined) return;
    if (end <= bank.now()) {
      reader.end();
      return;
    }
    const timer = setTimeout(() => reader.end(), Math.min(end - bank.now(), longestTimer));
    reply.raw.once('close', () => clearTimeout(timer));
  };

  const subscribe = async (
    { stream, write }: StreamRoute,
    range: Range,
    { owner, accountId, reply }: { owner: string; accountId: string | undefined; reply: FastifyReply },
  ): Promise<void> => {
    const sees = (event: BrokerEvent): boolean =>
      event.owner === owner && (!accountId || event.accountId === accountId);
    reply.hijack();
    const headers = Object.fromEntries(Object.entries(reply.getHeaders()));
    const reader = new Reader(reply.raw, { headers, range, sees, write });
    open.add(reader);
    reply.raw.once('close', () => {
      open.delete(reader);
      broadcasts.get(stream)?.remove(reader);
    });
    await reader.catchUp(bank.records.events[stream]);
    if (!reader.isOpen) return;
    broadcasts.get(stream)?.add(reader);
    endInTime(reader, range, reply);
  };

  for (const route of routes) {
    server.get(route.path, (request: FastifyRequest, reply: FastifyReply) => {
      const query = request.query as StreamQuery;
      const range = rangeOfQuery(query, route.cursors);
      if ('status' in range) return refuseWith(reply, range);
      if (open.size >= mostReaders) return refuse(reply, 429, 'Too many requests', 42910000);
      return subscribe(route, range, { owner: keyIdOf(request), accountId: query.id || undefined, reply });
    });
  }

  // Only partners of old have it; its successor is the funding stream.
  server.get('/v1/events/transfers/status', (_request, reply) =>
    refuse(reply, 410, 'this endpoint is no longer available, use /v2/events/funding/status', 41010000),
  );
};
