import { type IncomingMessage, get as request } from 'node:http';
import { headers, liveChangeSchema } from '@groundswell/contracts';
import { openDatabase } from '@groundswell/platform/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEvents } from '../specification/event-reader.js';
import { runningService } from '../specification/running-service.js';
import { publicStreams } from './live.controller.js';

let service: Awaited<ReturnType<typeof runningService>>;
beforeAll(async () => {
  service = await runningService();
});
afterAll(() => service.stop());

/** Reads the stream as a browser does. */
const listen = async (lastEventId?: string, from = '203.0.113.1') => {
  const stream = await readEvents(`${service.url}/api/live`, {
    'x-forwarded-for': from,
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  });
  return { ...stream, changes: () => stream.changes().map((data) => liveChangeSchema.parse(data)) };
};
const soon = { timeout: 20_000, interval: 20 };

describe('the live stream', () => {
  it('says which trend changed in which read model', async () => {
    const stream = await listen();
    expect(stream.answer.headers.get('content-type')).toContain('text/event-stream');
    await expect.poll(() => stream.heard[0]?.event, soon).toBe('position');
    const { id, position } = await service.createConcept('Ocean');
    for (const read_model of ['trendList', 'conceptRecord']) {
      await expect.poll(stream.changes, soon).toContainEqual({ read_model, position, concept_ids: [id] });
    }
    await stream.stop();
  });

  it('continues from the last id with what changed meanwhile, or with nothing', async () => {
    const first = await listen();
    const before = await service.createConcept('Before');
    const told = () =>
      first.changes().flatMap(({ position, read_model }) => (position === before.position ? read_model : []));
    await expect.poll(() => told().sort(), soon).toEqual(['conceptRecord', 'growth', 'trendList']);
    const lastId = first.heard.at(-1)?.id;
    await first.stop();
    const undisturbed = await listen(lastId);
    await expect.poll(() => undisturbed.heard.length, soon).toBe(1);
    const { position } = await service.createConcept('Meanwhile');
    await (await service.getFresh('/api/get_concepts/', { [headers.readAfter]: position })).arrayBuffer();
    await undisturbed.stop();
    const resumed = await listen(lastId);
    await expect
      .poll(resumed.changes, soon)
      .toContainEqual({ read_model: 'trendList', position, concept_ids: null });
    await resumed.stop();
  });

  it('also sends changes whose notice was lost, once they are found', async () => {
    const stream = await listen();
    await expect.poll(() => stream.heard[0]?.event, soon).toBe('position');
    const { position } = await service.createConcept('Before');
    await expect.poll(() => stream.changes().map((change) => change.position), soon).toContain(position);
    const later = (BigInt(position) + 1_000n).toString();
    const database = openDatabase({ url: service.databaseUrl, name: 'live spec' });
    await database.query(
      "UPDATE read_store.checkpoint SET changed_position = $1 WHERE schema = 'waitlist_demand' OR schema = 'trend_list'",
      [later],
    );
    await database.close();
    await expect
      .poll(stream.changes, soon)
      .toContainEqual({ read_model: 'trendList', position: later, concept_ids: null });
    expect(stream.changes().map(({ read_model }) => read_model)).not.toContain('waitlistDemand');
    await stream.stop();
  });
});

describe('a network with too many streams open', () => {
  it('is refused one more, unlike other networks, until one of them closes', async () => {
    const from = '198.51.100.7';
    const streams = await Promise.all(
      Array.from({ length: publicStreams.ofOne }, () => listen(undefined, from)),
    );
    expect(new Set(streams.map(({ answer }) => answer.status))).toEqual(new Set([200]));
    const refused = await service.get('/api/live', { 'x-forwarded-for': from });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect(await refused.json()).toMatchObject({
      code: 'TooManyRequests',
      error: expect.stringContaining('reload to see what’s new'),
    });
    const other = await listen(undefined, '198.51.100.8');
    expect(other.answer.status).toBe(200);
    await streams.pop()?.stop();
    const again = async () => {
      const stream = await listen(undefined, from);
      streams.push(stream);
      return stream.answer.status;
    };
    await expect.poll(again, soon).toBe(200);
    await Promise.all([other, ...streams].map((stream) => stream.stop()));
  });
});

describe('live streams of many networks, through one front server,', () => {
  /** On a connection of its own, and never read: what a front server opens for each reader. */
  const connect = (path: string, from: string): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const asked = request(`${service.url}${path}`, { agent: false, headers: { 'x-forwarded-for': from } });
      asked.once('response', resolve).once('error', reject);
    });

  it('leave connections for everything else', async () => {
    const answers: IncomingMessage[] = [];
    const status = async (path: string, from: string): Promise<number | undefined> => {
      const answer = await connect(path, from);
      answers.push(answer);
      return answer.statusCode;
    };
    // Streams of the cases above may take a moment to close.
    const most = publicStreams.all - 2 * publicStreams.ofOne;
    const readers = Array.from({ length: most }, (_, at) => `203.0.${at >> 8}.${at & 255}`);
    try {
      const opened = new Set<number | undefined>();
      while (readers.length > 0) {
        const some = readers.splice(0, 100).map((from) => status('/api/live', from));
        for (const code of await Promise.all(some)) opened.add(code);
      }
      expect([...opened]).toEqual([200]);
      expect(await status('/api/get_concepts/', '198.51.100.9')).toBe(200);
    } finally {
      for (const answer of answers) answer.destroy();
    }
  });
});

describe('the documents of the contract', () => {
  it('are a page without scripts, and an OpenAPI document', async () => {
    const page = await service.get('/api/docs');
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const html = await page.text();
    expect(html).toContain('/api/get_concepts/');
    expect(html).not.toMatch(/<script|\son\w+=/);
    const document = await (await service.get('/api/docs/openapi.json')).json();
    expect(document).toMatchObject({ openapi: '3.1.0', paths: { '/api/get_concepts/': { get: {} } } });
  });
});
