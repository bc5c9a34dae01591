import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { BrokerEvent } from './broker-event.js';
import { Reader } from './reader.js';
import { ulidOf } from './ulid.js';

const eventOf = (sequence: number): BrokerEvent => ({
  id: ulidOf(1_000, sequence),
  at: 1_000,
  stream: 'funding',
  owner: 'key',
  accountId: 'account',
  body: {},
});

/** What a client receives from a reader that is used like this. */
const received = async (
  since: string | undefined,
  use: (reader: Reader) => Promise<void>,
): Promise<string[]> => {
  const server = createServer(async (_request, response) => {
    const range = { since, until: undefined };
    await use(new Reader(response, { headers: {}, range, sees: () => true, write: ({ id }) => id }));
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const ids = [...(await answer.text()).matchAll(/data: (\S+)/g)].map(([, id]) => id ?? '');
  await new Promise((resolve) => server.close(resolve));
  return ids;
};

const [first, second, third] = [eventOf(1), eventOf(2), eventOf(3)];

describe('a reader that catches up', () => {
  it('does not get an event twice when its notice comes late', async () => {
    const ids = await received(first.id, async (reader) => {
      await reader.catchUp([first, second]);
      reader.send(second);
      reader.send(third);
    });
    expect(ids).toEqual([first.id, second.id, third.id]);
  });

  it('gets what is added to the history while it reads', async () => {
    const events = Array.from({ length: 30_000 }, (_, index) => eventOf(index));
    const history = events.slice(0, 20_000);
    const ids = await received(first.id, async (reader) => {
      const reading = reader.catchUp(history);
      history.push(...events.slice(20_000));
      await reading;
    });
    expect(ids).toEqual(events.slice(1).map(({ id }) => id));
  });

  it('gets nothing of the past unless it asks', async () => {
    expect(await received(undefined, (reader) => reader.catchUp([first, second]))).toEqual([]);
  });
});
