import { ServerInterceptingCall, type ServerInterceptor, type ServerListener, status } from '@grpc/grpc-js';

type NextCall = Parameters<ServerInterceptor>[1];

const incomplete = { code: status.INTERNAL, details: 'The last message of the request is incomplete.' };

/** Private parts of a grpc-js call. */
interface Insides {
  readonly decoder: { readonly readState: number };
  readonly stream: { readonly closed: boolean };
}

/** The decoder's state between two messages. */
const betweenMessages = 0;

/**
 * Milliseconds for which the end of a request is held back. A client on Node that cancels a call ends it
 * first, as if it were complete, and resets it in the next packet: until that arrives, the two cannot be
 * distinguished. On a busy machine, tens of milliseconds pass in between.
 */
const secondThought = 100;

/**
 * A call with many messages and one response, executed as a whole or not at all. gRPC's server also ends a request
 * when its client was cut off, and drops an incomplete last message.
 */
export class WholeRequestCall extends ServerInterceptingCall {
  constructor(call: NextCall, admission: Pick<ServerListener, 'onReceiveMetadata'>) {
    const { decoder, stream } = call as unknown as Insides;
    const listener: ServerListener = {
      ...admission,
      onReceiveHalfClose: (proceed) => {
        const decide = (): void => {
          // A closed call gets no status: its handler sees that it was canceled.
          if (stream.closed || decoder.readState !== betweenMessages) call.sendStatus(incomplete);
          else proceed();
        };
        // If this process was stalled that long, the reset is still in the socket, which is read before an
        // immediate runs.
        setTimeout(() => setImmediate(decide), secondThought);
      },
    };
    super(call, { start: (next) => next(listener) });
  }
}
