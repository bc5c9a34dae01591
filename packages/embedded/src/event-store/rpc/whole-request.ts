import { ServerInterceptingCall, type ServerInterceptor, type ServerListener, status } from '@grpc/grpc-js';

type NextCall = Parameters<ServerInterceptor>[1];

const incomplete = { code: status.INTERNAL, details: 'The last message of the request is incomplete.' };

/** What grpc-js keeps to itself of a call. */
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
 * A call of many messages and one answer, which is to be carried out as a whole or not at all. gRPC's server ends a
 * request also when its client was cut off, and forgets a message that did not come to its end.
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
        // Where this process did not run for so long, the reset waits in the socket: that is read before an immediate.
        setTimeout(() => setImmediate(decide), secondThought);
      },
    };
    super(call, { start: (next) => next(listener) });
  }
}
