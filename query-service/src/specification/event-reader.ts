interface Heard {
  readonly event: string;
  readonly id: string;
  readonly data: string;
}

const parse = (message: string): Heard => {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(message)?.[1] ?? '';
  return { event: field('event'), id: field('id'), data: field('data') };
};

/** Reads a stream of server-sent events as a browser does. */
export const readEvents = async (url: string, headers: Record<string, string> = {}) => {
  const stopping = new AbortController();
  const answer = await fetch(url, { signal: stopping.signal, headers });
  const heard: Heard[] = [];
  let ended = false;
  const reading = (async () => {
    let text = '';
    for await (const chunk of answer.body ?? []) {
      text += Buffer.from(chunk).toString();
      const messages = text.split('\n\n');
      text = messages.pop() ?? '';
      heard.push(...messages.map(parse));
    }
  })()
    .catch(() => undefined)
    .finally(() => {
      ended = true;
    });
  return {
    answer,
    heard,
    /** The id of the last message that had one: where a reader continues. */
    lastId: () => heard.findLast(({ id }) => id !== '')?.id,
    changes: () =>
      heard.filter(({ event }) => event === 'changed').map(({ data }): unknown => JSON.parse(data)),
    hasEnded: () => ended,
    async stop() {
      stopping.abort();
      await reading;
    },
  };
};
