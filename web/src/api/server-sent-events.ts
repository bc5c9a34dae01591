import { createParser } from 'eventsource-parser';

/** One server-sent event, as defined by the HTML standard. */
export interface ServerSentEvent {
  readonly event: string;
  readonly id: string;
  readonly data: string;
}

/** @throws Error when nothing arrives for that long */
export const within = async <Value>(reading: Promise<Value>, milliseconds: number): Promise<Value> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silent = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The stream has fallen silent.')), milliseconds);
  });
  try {
    return await Promise.race([reading, silent]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * The complete messages of a stream; an incomplete one at the end is dropped.
 * @param silence milliseconds without a single byte after which the stream counts as dead
 */
export async function* serverSentEvents(
  body: ReadableStream<Uint8Array>,
  silence: number,
): AsyncGenerator<ServerSentEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let messages: ServerSentEvent[] = [];
  const parser = createParser({
    onEvent: ({ event = 'message', id = '', data }) => messages.push({ event, id, data }),
  });
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), silence);
      if (done) return;
      messages = [];
      parser.feed(decoder.decode(value, { stream: true }));
      yield* messages;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
