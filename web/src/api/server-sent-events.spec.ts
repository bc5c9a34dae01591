import { describe, expect, it } from 'vitest';
import { type ServerSentEvent, serverSentEvents } from './server-sent-events.js';

const streamOf = (chunks: readonly string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });

const read = async (...chunks: string[]): Promise<ServerSentEvent[]> => {
  const messages: ServerSentEvent[] = [];
  for await (const message of serverSentEvents(streamOf(chunks), 60_000)) messages.push(message);
  return messages;
};

describe('server-sent events', () => {
  it('are read whole, however they were cut on the way', async () => {
    const text = 'retry: 2000\nevent: changed\nid: cash=12\ndata: {"about":"cash"}\n\n: still here\n\n';

    expect(await read(...text)).toEqual([{ event: 'changed', id: 'cash=12', data: '{"about":"cash"}' }]);
  });

  it('join the lines of their data, and are called message when they carry no name', async () => {
    expect(await read('data: a\ndata: b\n\n')).toEqual([{ event: 'message', id: '', data: 'a\nb' }]);
  });

  it('come with line ends of any kind', async () => {
    expect(await read('event: x\r\ndata: 1\r\n\r\ndata: 2\n\n')).toEqual([
      { event: 'x', id: '', data: '1' },
      { event: 'message', id: '', data: '2' },
    ]);
  });

  it('are dropped when the stream ends in the middle of one', async () => {
    expect(await read('data: whole\n\n', 'data: ha')).toEqual([{ event: 'message', id: '', data: 'whole' }]);
  });

  it('fail when nothing arrives for too long, because no browser ends a dead connection', async () => {
    const dead = serverSentEvents(new ReadableStream(), 5);

    await expect(dead.next()).rejects.toThrow('silent');
  });
});
