import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { openDatabase } from '@groundswell/platform/database';
import { withoutWaiting } from '@groundswell/testing';
import { watchReads } from '@groundswell/testing/watch-reads';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Instance, startInstance } from './instance.js';
import { tryToOperate } from './operate.js';

const minutes = 60_000;
let instance: Instance;
let access: string;
beforeAll(async () => {
  instance = await startInstance();
  const { email, password } = instance.signIns.staff;
  access = (await post('/user/token/', { email, password })).body.access ?? '';
  // A new instance is still collecting prices: compare only once nothing changes any more.
  const listed = async () => (await fetch(`${instance.url}/api/get_concepts/`)).text();
  await vi.waitFor(async () => expect(await listed()).not.toContain('"performance":null'), 60_000);
}, 4 * minutes);
afterAll(() => instance.stop());

interface Answer {
  readonly status: number;
  readonly body: Record<string, string>;
  readonly correlationId: string;
}

const post = async (path: string, body: object, token?: string): Promise<Answer> => {
  const response = await fetch(`${instance.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  const correlationId = response.headers.get('x-correlation-id') ?? '';
  return { status: response.status, body: JSON.parse(await response.text()), correlationId };
};
const get = async <T>(path: string): Promise<T> =>
  JSON.parse(await (await fetch(`${instance.url}${path}`)).text());

const concepts = async () =>
  (await get<{ concepts: { id: string; name: string; created_at: string }[] }>('/api/get_concepts/'))
    .concepts;

const ops = (words: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  tryToOperate(instance, words, environment);

interface Compared {
  readonly notCompared?: string;
}

const variables = (): Record<string, string> =>
  JSON.parse(readFileSync(join(instance.dataDirectory, 'operator.json'), 'utf8'));

const inDatabase = async (statement: string, values: readonly unknown[]): Promise<void> => {
  const database = openDatabase({ url: variables().DATABASE_URL ?? '', name: 'spec', connections: 1 });
  await database.query(statement, values);
  await database.close();
};

describe('the demo’s whole history', () => {
  it('is healthy, and every row matches the log', { timeout: 2 * minutes }, async () => {
    await vi.waitFor(async () => expect((await ops(['status', '--json'])).document.problems).toEqual([]), {
      timeout: minutes,
      interval: 1_000,
    });
    const { code, document } = await ops(['verify', 'all', '--json']);
    expect([code, document.total, document.differences]).toEqual([0, 0, []]);
    const compared = document.comparisons.map(({ readModel, notCompared }: Record<string, string>) => [
      readModel,
      notCompared,
    ]);
    expect(compared).toContainEqual(['trendList', undefined]);
    expect(compared).toContainEqual(['growth', undefined]);
    expect(compared.length).toBeGreaterThan(5);
  });

  it('can be queried as of any day, with the same answer as that day’s public page', {
    timeout: 3 * minutes,
  }, async () => {
    const all = await concepts();
    const days = all.map(({ created_at }) => created_at.slice(0, 10)).sort();
    for (const day of days.filter((_, index) => index % 15 === 0)) {
      const { code, document } = await ops(['as-of', day, 'getConcepts', '--json']);
      const end = Date.parse(document.asOf);
      const then = all.filter(({ created_at }) => Date.parse(created_at) <= end).map(({ id }) => id);
      expect([code, then.length > 0]).toEqual([0, true]);
      expect(document.answer.concepts.map(({ id }: { id: string }) => id).sort()).toEqual(then.sort());
    }
    interface Change {
      readonly occurred_at: string;
      readonly kind: string;
    }
    const [concept] = all;
    const id = concept?.id ?? '';
    const { changes } = await get<{ changes: Change[] }>(`/api/get_concept_changes/?concept_id=${id}`);
    const changed = changes.find(({ kind }) => kind.startsWith('allocation'))?.occurred_at.slice(0, 10) ?? '';
    const { document } = await ops(['as-of', changed, 'getConcept', `--concept_id=${id}`, '--json']);
    const page = await get<{ concept_composition: Record<string, unknown> }>(
      `/api/get_concept/?concept_id=${id}&as_of=${changed}`,
    );
    expect(Object.keys(page.concept_composition).length).toBeGreaterThan(0);
    expect(document.answer.concept_composition).toEqual(page.concept_composition);
  });

  it('needs the parameters of the query’s URL', { timeout: minutes }, async () => {
    const { code, document } = await ops(['as-of', '2026-01-01', 'getConceptDetails', '--json']);
    expect([code, document.error]).toEqual([2, 'getConceptDetails needs --concept_id=<id>']);
  });

  it('is unknown before it was recorded', { timeout: minutes }, async () => {
    const { document } = await ops(['as-of', '2026-01-01', 'getConcepts', '--as-known', '--json']);
    expect(document.answer).toEqual({ concepts: [] });
  });
});

describe('a replay of everything', () => {
  it('goes unnoticed by readers and writers, and contacts no outside service', {
    timeout: 4 * minutes,
  }, async () => {
    const [concept] = await concepts();
    const id = concept?.id ?? '';
    const called = join(instance.dataDirectory, 'called.txt');
    const hook = join(instance.dataDirectory, 'note-calls.mjs');
    // Records every connection opened by any part of the command, through any library.
    writeFileSync(
      hook,
      `import { appendFileSync } from 'node:fs';
       import { Socket } from 'node:net';
       const connect = Socket.prototype.connect;
       Socket.prototype.connect = function (...words) {
         const [options] = Array.isArray(words[0]) ? words[0] : words;
         appendFileSync(${JSON.stringify(called)}, \`\${typeof options === 'object' ? options.port : options}\\n\`);
         return connect.apply(this, words);
       };`,
    );
    const mails = async () => (await get<{ mails: unknown[] }>('/mailbox/all.json')).mails.length;
    const mailsBefore = await mails();
    const { concepts: listed } = await get<{ concepts: unknown[] }>('/api/get_concepts/');
    const reading = watchReads({
      url: instance.url,
      pause: 100,
      reads: [
        { path: '/api/get_concepts/', size: (body) => (body as { concepts: unknown[] }).concepts.length },
        {
          path: `/api/get_concept/?concept_id=${id}`,
          size: (body) => (body as { growth_list: unknown[] }).growth_list.length,
        },
        {
          path: `/api/get_concept_changes/?concept_id=${id}`,
          size: (body) => (body as { changes: unknown[] }).changes.length,
        },
      ],
    });
    let going = true;
    let written = 0;
    let fresh = 0;
    const unseen: string[] = [];
    const write = async () => {
      while (going) {
        written += 1;
        const name = `Renamed ${written} times`;
        const done = await post('/api/rename_concept/', { concept_id: id, name }, access);
        expect([done.status, done.body.position]).toEqual([200, expect.any(String)]);
        const seen = await fetch(`${instance.url}/api/get_concept_details/${id}/`, {
          headers: { 'read-after': done.body.position ?? '' },
        });
        if (seen.headers.get('read-stale') === 'true') continue;
        fresh += 1;
        if (!(await seen.text()).includes(name)) unseen.push(name);
        // The replay has the processors most of the time.
        await setTimeout(100);
      }
    };
    const writing = write();
    try {
      const { code, document } = await ops(['replay', 'all', '--json'], {
        NODE_OPTIONS: `--import=${pathToFileURL(hook).href}`,
      });
      expect([code, document.swapped, document.differences, document.explained]).toEqual([0, true, 0, []]);
      expect(document.comparisons.filter(({ notCompared }: Compared) => notCompared)).toEqual([]);
    } finally {
      going = false;
      await Promise.allSettled([writing, reading.stop()]);
    }
    await writing;
    const { reads, faults } = await reading.stop();
    expect([faults, unseen]).toEqual([[], []]);
    expect(Math.min(reads, written, fresh)).toBeGreaterThan(3);
    expect((await concepts()).length).toBe(listed.length);
    const { code, document } = await ops(['verify', 'all', '--json']);
    expect([code, document.total]).toEqual([0, 0]);
    const portOf = (url: string | undefined) => new URL((url ?? '').replace('esdb:', 'http:')).port;
    const { DATABASE_URL, EVENTSTORE_URL } = variables();
    expect([...new Set(readFileSync(called, 'utf8').trim().split('\n'))].sort()).toEqual(
      [portOf(DATABASE_URL), portOf(EVENTSTORE_URL)].sort(),
    );
    expect(await mails()).toBe(mailsBefore);
  });

  it('repairs an altered row, which verify names with its cause', {
    timeout: 2 * minutes,
  }, async () => {
    const [concept] = await concepts();
    const renamed = { concept_id: concept?.id, name: 'Renamed for good' };
    const { position } = (await post('/api/rename_concept/', renamed, access)).body;
    await fetch(`${instance.url}/api/get_concepts/`, { headers: { 'read-after': position ?? '' } });
    await inDatabase('UPDATE trend_list.card SET name = $2 WHERE id = $1', [concept?.id, 'Forged']);
    const found = await ops(['verify', 'trendList']);
    expect(found.code).toBe(1);
    expect(found.out).toMatch(
      new RegExp(`trendList.card id=${concept?.id}[^]+name +Forged +Renamed for good`),
    );
    expect(found.out).toMatch(/ConceptRenamed .+ \(concept-.+ at \d+, position \d+\)/);
    expect((await ops(['replay', 'trendList', '--dry-run'])).code).toBe(1);
    const mended = await ops(['replay', 'trendList']);
    expect(mended.out).toContain('1 difference. Swapped in');
    expect(mended.out).toMatch(/name +Forged +Renamed for good/);
    expect((await ops(['verify', 'trendList'])).code).toBe(0);
  });
});

describe('tables of the workers', () => {
  it('are reported while one is damaged, and are repaired once the workers restart', {
    timeout: 2 * minutes,
  }, async () => {
    // Earlier findings of verify stay until they are answered.
    const problems = async () =>
      (await ops(['status', '--json'])).document.problems.filter(
        (words: string) => !words.startsWith('finding '),
      );
    // Each `status` starts processes: it is asked once the parts report the change themselves.
    const soon = { timeout: 30_000, interval: 2_000 };
    const becomes = (ready: boolean) =>
      expect
        .poll(async () => (await fetch(`${instance.url}/health/ready`)).ok, {
          timeout: minutes,
          interval: 200,
        })
        .toBe(ready);
    await becomes(true);
    await expect.poll(problems, soon).toEqual([]);
    await inDatabase('DROP INDEX money_book.money_entity_person', []);
    await becomes(false);
    await expect
      .poll(problems, soon)
      .toEqual([
        expect.stringMatching(
          /^money_book: index money_entity_person of table money_entity is missing\. Start the workers again/,
        ),
      ]);
    const children: { pid: number; entry: string }[] = JSON.parse(
      readFileSync(join(instance.dataDirectory, 'children.json'), 'utf8'),
    );
    const workers = children.find((child) => child.entry.includes('/workers/'));
    if (workers) process.kill(workers.pid, 'SIGTERM');
    await becomes(true);
    await expect.poll(problems, soon).toEqual([]);
  });
});

describe('what happened', () => {
  it('is shown by request and by stream', { timeout: 2 * minutes }, async () => {
    const created = await post(
      '/api/create_new_concept/',
      { name: `Traced ${randomUUID()}`, description: 'Traced' },
      access,
    );
    expect(created.status).toBe(200);
    const trace = await ops(['trace', created.correlationId]);
    expect([trace.code, withoutWaiting(trace.notes)]).toEqual([0, '']);
    expect(trace.out).toMatch(/^when .+\n\S+ +ConceptCreated +concept-.+ at 0, position \d+ +staff /);
    const stream = await ops(['stream', `concept-${created.body.id}`, '--json']);
    expect(stream.document.events).toMatchObject([{ type: 'ConceptCreated', revision: '0' }]);
    expect(await ops(['stream', 'concept-nobody'])).toMatchObject({ code: 1, out: '' });
  });
});
