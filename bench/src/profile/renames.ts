import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { calls, headers, liveChangeSchema } from '@groundswell/contracts';
import type { MoneyInstance } from '../money/instance.js';
import { addressOf, post, quantilesOf } from '../transfers/load.js';

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

/** Milliseconds from each command's answer until the reader knew; and commands that were not taken. */
interface Renamed {
  readonly median: number;
  readonly p99: number;
  readonly refused: number;
}

export interface Renaming {
  /** Renames concepts at a steady rate, each until an open page is told, or until its curator has read it. */
  rename(count: number, perSecond: number, until?: 'told' | 'read'): Promise<Renamed>;
  close(): void;
}

const concepts = 50;
/** Addresses that the changes come from: more than the fastest rate may send from one. */
const networks = 40;

/** Concepts that staff rename one after the other, and a reader who sees it. */
export const openRenaming = async (instance: MoneyInstance): Promise<Renaming> => {
  const [commandUrl, queryUrl] = [instance.commandUrls[0] ?? '', instance.queryUrls[0] ?? ''];
  const token = await (await instance.register('curator@example.com', 'staff')).newToken();
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
  return {
    async rename(count, perSecond, until = 'told') {
      const times: number[] = [];
      const started = performance.now();
      const ended: Promise<void>[] = [];
      let refused = 0;
      for (let index = 0; index < count; index += 1) {
        await pause(Math.max(0, started + (index * 1_000) / perSecond - performance.now()));
        const body = { concept_id: ids[index % ids.length], name: `Trend ${randomUUID()}` };
        const renamed = change(calls.renameConcept.path, body);
        ended.push(
          renamed.then(
            async ({ position }) => {
              const answered = performance.now();
              await (until === 'told' ? reader.seen(BigInt(String(position))) : read(String(position)));
              times.push(performance.now() - answered);
            },
            () => {
              refused += 1;
            },
          ),
        );
      }
      await Promise.all(ended);
      return { ...quantilesOf(times), refused };
    },
    close: () => reader.close(),
  };
};
