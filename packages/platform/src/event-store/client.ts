import { EventEmitter } from 'node:events';
import { EventStoreDBClient } from '@eventstore/db-client';

/**
 * All clients of a process keep their pending appends in one list (@eventstore/db-client 6.2, `batchAppend`).
 * When one client's stream breaks, the appends of the others are rejected with it, and a later answer to one
 * of them is no longer in the list: the client then throws where only the process could catch it. This drops
 * such an answer; its append is looked up like any append of unknown outcome.
 */
const dropUnexpectedAnswers = <Stream>(stream: Stream): Stream => {
  if (!(stream instanceof EventEmitter)) return stream;
  for (const listener of stream.listeners('data')) {
    stream.off('data', listener as () => void);
    stream.on('data', (answer: unknown) => {
      try {
        Reflect.apply(listener, stream, [answer]);
      } catch (fault) {
        if (!(fault instanceof TypeError)) throw fault;
      }
    });
  }
  return stream;
};

/** A client that one process may have several of: what breaks one harms no other. */
export class StoreClient extends EventStoreDBClient {
  /** Call it once, before the first append. */
  separately(): this {
    const create = this.GRPCStreamCreator;
    this.GRPCStreamCreator = (service, name, open, cache) => {
      const careful: typeof open = async (grpc) => dropUnexpectedAnswers(await open(grpc));
      return create(service, name, name === 'appendToStream' ? careful : open, cache);
    };
    return this;
  }
}
