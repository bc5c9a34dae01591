import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { calls, headers, liveChangeSchema } from '@groundswell/contracts';
import type { MoneyInstance } from '../money/instance.js';
import { addressOf, post } from '../transfers/load.js';
import type { Journey } from './journey.js';

/** A reader of the public live changes, as an open page is. */
interface Reader {
  /** Resolves when a change at or after a position has been told; rejects after some seconds. */
  seen(position: bigint): Promise<void>;
  close(): void;
}

/** Milliseconds that a change may take to be seen. */
const patience = 10_000;
/** The read model of the page that lists trends by their names. */
const shown = 'trendList';

/** The position that a line of the stream tells of, if it is one. */
const toldIn = (text: string): bigint | undefined => {
  const change = liveChangeSchema.safeParse(text.startsWith('data: ') && JSON.parse(text.slice(6)));
  return change.success && change.data.read_model === shown ? BigInt(change.data.position) : undefined;
};

const openReader = (queryUrl: string): Reader => {
  let reached = 0n;
  const waiting = new Set<{ position: bigint; done: () => void }>();
  const request = get(`${queryUrl}${calls.live.path}`, (response) => {
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = `${text}${chunk}`.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) reached = toldIn(line) ?? reached;
      for (const each of waiting) if (each.position <= reached) each.done();
    });
  });
  request.on('error', () => undefined);
  return {
    seen: (position) =>
      new Promise((resolve, reject) => {
        if (reached >= position) return resolve();
        const late = setTimeout(() => reject(new Error('a change was not seen')), patience);
        const mine = {
          position,
          done() {
            clearTimeout(late);
            waiting.delete(mine);
            resolve();
          },
        };
        waiting.add(mine);
      }),
    close: () => request.destroy(),
  };
};

const concepts = 50;
/** Addresses that the changes come from: more than the fastest rate may send from one. */
const networks = 40;

/** Concepts that staff rename one after the other, and a reader who is told of it or reads it. */
export const openRenaming = async (instance: MoneyInstance): Promise<Journey> => {
  const [commandUrl, queryUrl] = [instance.commandUrls[0] ?? '', instance.queryUrls[0] ?? ''];
  const token = (await instance.register('curator@example.com', 'staff')).newToken();
  let sent = 0;
  const change = (path: string, body: object) => {
    sent += 1;
    const from = addressOf(sent % networks);
    return post({ from, url: `${commandUrl}${path}`, headers: { authorization: `Bearer ${token}` }, body });
  };
  const ids: string[] = [];
  for (let n = 0; n < concepts; n += 1) {
    const body = { name: `Trend ${randomUUID()}`, description: 'Renamed over and over.' };
    ids.push(String((await change(calls.createNewConcept.path, body)).id));
  }
  const reader = openReader(queryUrl);
  /** One who reads what comes after a position. */
  const read = async (position: string): Promise<void> => {
    const answer = await fetch(`${queryUrl}${calls.getConcepts.path}`, {
      headers: { [headers.readAfter]: position },
    });
    if (!(await answer.text()).includes(ids[0] ?? '')) throw new Error(`${answer.status} came for trends`);
  };
  /** @param until when it counts as seen */
  const rename = (until: (position: string) => Promise<void>) => async (index: number) => {
    const body = { concept_id: ids[index % ids.length], name: `Trend ${randomUUID()}` };
    const { position } = await change(calls.renameConcept.path, body);
    const answered = performance.now();
    return async () => {
      await until(String(position));
      return performance.now() - answered;
    };
  };
  return {
    words: 'A concept renamed and seen by a reader, after the command’s answer',
    warmUp: { count: 1_500, perSecond: 25 },
    rates: [1, 20, 200],
    go: rename((position) => reader.seen(BigInt(position))),
    afterwards: {
      words: 'From the command’s answer to one’s own read of it',
      perSecond: 20,
      go: rename(read),
    },
    close: () => reader.close(),
  };
};
