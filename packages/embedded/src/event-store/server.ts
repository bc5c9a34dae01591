import { setTimeout as sleep } from 'node:timers/promises';
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import serverFeaturesService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import type { Log } from '@groundswell/platform';
import { Server, ServerCredentials, type ServerInterceptor } from '@grpc/grpc-js';
import { adminListener } from './admin.js';
import type { EventLog } from './log/event-log.js';
import { admission } from './rpc/access.js';
import { appendHandler } from './rpc/append.js';
import { batchAppendHandler } from './rpc/batch-append.js';
import { deletionHandler } from './rpc/delete.js';
import { gossipHandlers } from './rpc/gossip.js';
import { OpenCalls } from './rpc/open-calls.js';
import { readHandler } from './rpc/read.js';
import { WindowedCall } from './rpc/send-window.js';
import { serverFeaturesHandlers } from './rpc/server-features.js';
import { streamsService } from './rpc/services.js';
import { WholeRequestCall } from './rpc/whole-request.js';
import type { Identity } from './security/certificate.js';
import { anybody, type Identify } from './security/users.js';
import { listenOnSharedPort } from './shared-port.js';

/** Clients send batches of up to 3 MiB plus one event; production nodes accept events of up to 16 MiB. */
const longestMessage = 17 * 1024 * 1024;

/** How long a stopping server waits for the last responses to be sent. Milliseconds. */
const farewell = 100;

/** Picks the interceptor for a call by its request and response types. */
const byShape =
  (identify: Identify): ServerInterceptor =>
  (method, call) => {
    const admitted = admission(identify, method, call);
    const isWhole = method.requestStream && !method.responseStream;
    return isWhole ? new WholeRequestCall(call, admitted) : new WindowedCall(call, admitted);
  };

export interface EventStoreServer {
  readonly port: number;
  /** Uses another certificate for new connections. */
  readonly renew: (identity: Identity) => void;
  readonly stop: () => Promise<void>;
}

interface Listening {
  readonly host: string;
  readonly port: number;
  /** Without it, connections are unencrypted and unauthenticated, which is allowed only on this machine. */
  readonly secured?: { readonly identify: Identify; readonly identity: Identity } | undefined;
}

const tlsOf = ({ certificate, key }: Identity) => ({ cert: certificate, key });

/** Serves a log to clients of EventStoreDB. */
export const startServer = async (
  eventLog: EventLog,
  { secured, ...address }: Listening,
  log: Log,
): Promise<EventStoreServer> => {
  const calls = new OpenCalls();
  const identify = secured?.identify ?? anybody;
  const server = new Server({
    'grpc.max_receive_message_length': longestMessage,
    'grpc.max_send_message_length': longestMessage,
    interceptors: [byShape(identify)],
  });
  const report = (fault: unknown): void => log.error({ err: fault }, 'a read failed');
  server.addService(streamsService, {
    read: readHandler(eventLog, calls, report),
    append: appendHandler(eventLog, calls),
    batchAppend: batchAppendHandler(eventLog, calls, identify),
    delete: deletionHandler(eventLog, calls, 'soft delete'),
    tombstone: deletionHandler(eventLog, calls, 'tombstone'),
  });
  server.addService(serverFeaturesService.ServerFeaturesService, serverFeaturesHandlers);
  server.addService(gossipService.GossipService, gossipHandlers());
  const connections = server.createConnectionInjector(ServerCredentials.createInsecure());
  const shared = await listenOnSharedPort(
    { ...address, tls: secured && tlsOf(secured.identity) },
    (socket) => connections.injectConnection(socket),
    adminListener(eventLog, identify, log),
  );
  return {
    port: shared.port,
    renew: (identity) => shared.renew(tlsOf(identity)),
    stop: async () => {
      shared.stopListening();
      await eventLog.writer.finish();
      calls.end();
      await sleep(farewell);
      shared.cut();
    },
  };
};
