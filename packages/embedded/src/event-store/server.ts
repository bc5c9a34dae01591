import { setTimeout as sleep } from 'node:timers/promises';
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import serverFeaturesService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import type { Log } from '@groundswell/platform';
import { Server, ServerCredentials, type ServerInterceptor } from '@grpc/grpc-js';
import { adminListener } from './admin.js';
import type { EventLog } from './log/event-log.js';
import { appendHandler } from './rpc/append.js';
import { batchAppendHandler } from './rpc/batch-append.js';
import { deletionHandler } from './rpc/delete.js';
import { gossipHandlers } from './rpc/gossip.js';
import { OpenCalls } from './rpc/open-calls.js';
import { readHandler } from './rpc/read.js';
import { sendWindow } from './rpc/send-window.js';
import { serverFeaturesHandlers } from './rpc/server-features.js';
import { streamsService } from './rpc/services.js';
import { WholeRequestCall } from './rpc/whole-request.js';
import { listenOnSharedPort } from './shared-port.js';

/** Clients send batches of up to 3 MiB and one event; production holds events of up to 16 MiB. */
const longestMessage = 17 * 1024 * 1024;

/** How long the server waits at its end for the last answers to be sent. Milliseconds. */
const farewell = 100;

/** How a call is dealt with below its handler, by what it is made of. */
const byShape: ServerInterceptor = (method, call) =>
  method.requestStream && !method.responseStream ? new WholeRequestCall(call) : sendWindow(method, call);

export interface EventStoreServer {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/** Serves a log to clients of EventStoreDB. */
export const startServer = async (
  eventLog: EventLog,
  address: { readonly host: string; readonly port: number },
  log: Log,
): Promise<EventStoreServer> => {
  const calls = new OpenCalls();
  const server = new Server({
    'grpc.max_receive_message_length': longestMessage,
    'grpc.max_send_message_length': longestMessage,
    interceptors: [byShape],
  });
  const report = (fault: unknown): void => log.error({ err: fault }, 'a read failed');
  server.addService(streamsService, {
    read: readHandler(eventLog, calls, report),
    append: appendHandler(eventLog, calls),
    batchAppend: batchAppendHandler(eventLog, calls),
    delete: deletionHandler(eventLog, calls, 'soft delete'),
    tombstone: deletionHandler(eventLog, calls, 'tombstone'),
  });
  server.addService(serverFeaturesService.ServerFeaturesService, serverFeaturesHandlers);
  server.addService(gossipService.GossipService, gossipHandlers());
  const connections = server.createConnectionInjector(ServerCredentials.createInsecure());
  const shared = await listenOnSharedPort(
    address,
    (socket) => connections.injectConnection(socket),
    adminListener(eventLog, log),
  );
  return {
    port: shared.port,
    stop: async () => {
      shared.stopListening();
      await eventLog.writer.finish();
      calls.end();
      await sleep(farewell);
      shared.cut();
    },
  };
};
