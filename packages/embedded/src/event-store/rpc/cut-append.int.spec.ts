import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { connect as openSocket, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { AppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { readRevisions, tested } from '../conformance/event-builders.js';
import { ownServerForThisFile } from '../conformance/own-server.js';
import { appendedEvent, appendOptions } from '../conformance/raw-client.js';
import { newStream } from '../conformance/server-under-test.js';
import { basic } from '../conformance/way-in.js';

const server = ownServerForThisFile();

const cancel = constants.NGHTTP2_CANCEL;

interface Connection {
  readonly session: ClientHttp2Session;
  readonly socket: Socket;
}

/** Works below gRPC, where a request can stop at any byte. */
const open = async (): Promise<Connection> => {
  const socket = openSocket(server.port, '127.0.0.1').setNoDelay(true);
  const { authority: ca } = server.wayIn;
  const secure = connectTls({ socket, servername: 'localhost', ca, ALPNProtocols: ['h2'] });
  secure.on('error', () => {});
  const session = connect(`https://${server.address}`, { createConnection: () => secure });
  session.on('error', () => {});
  await once(session, 'remoteSettings');
  return { session, socket };
};

const begin = ({ session }: Connection): ClientHttp2Stream => {
  const { path } = streamsGrpc.StreamsService.append;
  const call = session.request({
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/grpc',
    te: 'trailers',
    authorization: basic(server.wayIn.credentials),
  });
  return call.on('error', () => {}).resume();
};

/** A message with gRPC framing: a flag, the length, the bytes. */
const framed = (message: AppendReq): Buffer => {
  const bytes = message.serializeBinary();
  const head = Buffer.alloc(5);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
};

const beginning = (stream: string): Buffer => framed(appendOptions(stream));
const withEvents = (stream: string): Buffer =>
  Buffer.concat([beginning(stream), ...[1, 2, 3].map(() => framed(appendedEvent()))]);
const withHalfAnEvent = (stream: string): Buffer =>
  Buffer.concat([withEvents(stream), framed(appendedEvent()).subarray(0, 20)]);

type Cut = (call: ClientHttp2Stream, connection: Connection) => void;

const reset: Cut = (call) => call.close(cancel);
const endThenReset: Cut = (call) => {
  call.end();
  setImmediate(() => call.close(cancel));
};

const cuts: readonly (readonly [how: string, sent: (stream: string) => Buffer, cut: Cut])[] = [
  ['the call is reset after some events', withEvents, reset],
  ['the call is reset within an event', withHalfAnEvent, reset],
  ['the call is reset before the first event', beginning, reset],
  ['the call ends within an event', withHalfAnEvent, (call) => call.end()],
  ['the call is reset without an error', withEvents, (call) => call.close(constants.NGHTTP2_NO_ERROR)],
  ['the call ends, and is reset at the next moment', withEvents, endThenReset],
  ['the session is given up', withEvents, (_call, { session }) => session.destroy()],
  ['the connection breaks', withEvents, (_call, { socket }) => socket.destroy()],
  ['the connection is reset', withEvents, (_call, { socket }) => socket.resetAndDestroy()],
  ['the client says no more, and goes', withEvents, (_call, { socket }) => socket.end()],
];

/** The streams that contain any events. */
const written = async (names: readonly string[]): Promise<string[]> => {
  const found = await Promise.all(
    names.map((name) =>
      readRevisions(server.client, name).then(
        (revisions) => [`${name}: ${revisions.length}`],
        () => [],
      ),
    ),
  );
  return found.flat();
};

/**
 * Cuts off 20 appends, each `pause` milliseconds after its last byte, and waits until the server has handled them.
 */
const cutTwenty = async (sent: (stream: string) => Buffer, cut: Cut, pause: number): Promise<string[]> => {
  const names = Array.from({ length: 20 }, newStream);
  const connections = await Promise.all(names.map(open));
  await Promise.all(
    connections.map(async (connection, index) => {
      const call = begin(connection);
      await sleep(2 * index);
      call.write(sent(names[index] ?? ''));
      if (pause > 0) await sleep(pause);
      cut(call, connection);
      await sleep(200);
      connection.session.destroy();
    }),
  );
  await server.client.appendToStream(newStream(), tested());
  return names;
};

describe('a classic append that is cut off is not stored', () => {
  describe.each(cuts)('when %s', (_how, sent, cut) => {
    it.each([0, 20])('%i ms after its last byte', async (pause) => {
      expect(await written(await cutTwenty(sent, cut, pause))).toEqual([]);
    });
  });

  it('when it is complete but the writer has not reached it', async () => {
    const stream = newStream();
    const administrator = new pg.Client({ connectionString: server.databaseUrl });
    await administrator.connect();
    await administrator.query('BEGIN; LOCK TABLE event IN SHARE MODE');
    const before = server.client.appendToStream(newStream(), tested());
    const connection = await open();
    const call = begin(connection);
    await sleep(100);
    call.end(withEvents(stream));
    await sleep(200);
    call.close(cancel);
    await sleep(100);
    await administrator.query('COMMIT');
    await administrator.end();
    await before;
    await server.client.appendToStream(newStream(), tested());
    expect(await written([stream])).toEqual([]);
    connection.session.destroy();
  });
});

describe('a classic append that its client completed', () => {
  it('is stored completely, also when the last bytes come late', async () => {
    const names = Array.from({ length: 40 }, newStream);
    const connection = await open();
    await Promise.all(
      names.map(async (name) => {
        const call = begin(connection);
        const bytes = withEvents(name);
        call.write(bytes.subarray(0, 60));
        await sleep(20);
        call.end(bytes.subarray(60));
        await once(call, 'end');
      }),
    );
    expect(await Promise.all(names.map((name) => readRevisions(server.client, name)))).toEqual(
      names.map(() => [0n, 1n, 2n]),
    );
    connection.session.destroy();
  });
});
