/** One message of a stream of server-sent events, as the HTML standard has them. */
export interface ServerSentEvent {
  readonly event: string;
  readonly id: string;
  readonly data: string;
}

const lineEnd = /\r\n|\n|\r/;

const messageOf = (block: string): ServerSentEvent | undefined => {
  const fields = new Map<string, string[]>();
  for (const line of block.split(lineEnd)) {
    const [, name, value] = /^([^:]+)(?:: ?(.*))?$/.exec(line) ?? [];
    if (name) fields.set(name, [...(fields.get(name) ?? []), value ?? '']);
  }
  const data = fields.get('data');
  if (!data) return undefined;
  return {
    event: fields.get('event')?.at(-1) ?? 'message',
    id: fields.get('id')?.at(-1) ?? '',
    data: data.join('\n'),
  };
};

/** @throws Error when nothing at all has come for that long */
const within = async <Value>(reading: Promise<Value>, milliseconds: number): Promise<Value> => {
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
 * The messages of a stream as they come whole; what an ended stream leaves half said is dropped.
 * @param silence milliseconds without a single byte after which the stream counts as dead
 */
export async function* serverSentEvents(
  body: ReadableStream<Uint8Array>,
  silence: number,
): AsyncGenerator<ServerSentEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), silence);
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split(/\r\n\r\n|\n\n|\r\r/);
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const message = messageOf(block);
        if (message) yield message;
      }
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
