import { randomUUID } from 'node:crypto';
import { calls, headers } from '@groundswell/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Curator, openCurator, uniqueName } from '../spec-kit/curator.js';
import { type Instance, startInstance } from '../spec-kit/instance.js';

let instance: Instance;
let { ask, createConcept, eventsOf } = {} as Curator;

beforeAll(async () => {
  instance = await startInstance();
  ({ ask, createConcept, eventsOf } = await openCurator(instance));
});
afterAll(() => instance.stop());

describe('a repeat with the same idempotency key', () => {
  it('answers what the first one answered, and appends nothing', async () => {
    const body = { name: uniqueName(), description: '-' };
    const key = randomUUID();
    const first = await ask(calls.createNewConcept, body, { key });
    const [second, reordered] = [
      await ask(calls.createNewConcept, body, { key }),
      await ask(calls.createNewConcept, { description: '-', name: body.name }, { key }),
    ];
    expect([second.body, reordered.body]).toEqual([first.body, first.body]);
    expect(await eventsOf(first.body.id)).toHaveLength(1);
  });

  it('is still recognized after the concept has changed', async () => {
    const concept_id = await createConcept();
    const key = randomUUID();
    const body = { concept_id, name: 'Tidal', description: '-' };
    const first = await ask(calls.createNewSubConcept, body, { key });
    await ask(calls.removeSubConcept, { id: first.body.id });
    expect((await ask(calls.createNewSubConcept, body, { key })).body).toEqual(first.body);
    expect(await eventsOf(concept_id)).toHaveLength(3);
  });

  it('is still recognized after another concept has taken the name', async () => {
    const name = uniqueName();
    const [createKey, renameKey] = [randomUUID(), randomUUID()];
    const create = { name, description: '-' };
    const created = await ask(calls.createNewConcept, create, { key: createKey });
    const rename = { concept_id: created.body.id, name: uniqueName() };
    const renamed = await ask(calls.renameConcept, rename, { key: renameKey });
    await ask(calls.renameConcept, { concept_id: created.body.id, name: uniqueName() });
    await createConcept(name);
    await createConcept(rename.name);

    expect((await ask(calls.createNewConcept, create, { key: createKey })).body).toEqual(created.body);
    expect((await ask(calls.renameConcept, rename, { key: renameKey })).body).toEqual(renamed.body);
    expect((await ask(calls.renameConcept, rename, { key: randomUUID() })).body.code).toBe(
      'ConceptNameTaken',
    );
    expect(await eventsOf(created.body.id)).toHaveLength(3);
  });

  it('creates one concept from a hundred concurrent requests', async () => {
    const body = { name: uniqueName(), description: '-' };
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => ask(calls.createNewConcept, body, { key })),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id} ${body.position}`)).size).toBe(1);
    expect(await eventsOf(answers[0]?.body.id ?? '')).toHaveLength(1);
  });

  it('is refused with other values: for the same concept, and for another one', async () => {
    const [concept_id, other] = [await createConcept(), await createConcept()];
    const key = randomUUID();
    await ask(calls.describeConcept, { concept_id, description: 'One.' }, { key });
    for (const body of [
      { concept_id, description: 'Two.' },
      { concept_id: other, description: 'One.' },
    ]) {
      const answer = await ask(calls.describeConcept, body, { key });
      expect([answer.status, answer.body.code]).toEqual([422, 'IdempotencyKeyReused']);
    }
    expect(await eventsOf(other)).toHaveLength(1);
  });

  it('may be corrected after a refusal, since nothing was done', async () => {
    const concept_id = await createConcept();
    const key = randomUUID();
    const refused = await ask(
      calls.describeConcept,
      { concept_id, description: 'Power from tides.' },
      { key },
    );
    expect(refused.body.code).toBe('ConceptUnchanged');
    expect((await ask(calls.describeConcept, { concept_id, description: 'Better.' }, { key })).status).toBe(
      200,
    );
  });

  it('does not count as a repeat when another person sends it', async () => {
    const other = await instance.signIn(await instance.register({ staff: true }));
    const key = randomUUID();
    const mine = await ask(calls.createNewConcept, { name: uniqueName(), description: '-' }, { key });
    const theirs = await ask(
      calls.createNewConcept,
      { name: uniqueName(), description: '-' },
      { key, token: other.access },
    );
    expect(theirs.status).toBe(200);
    expect(theirs.body.id).not.toBe(mine.body.id);
  });

  it.each(['short', 'x'.repeat(256), 'with a space'])('must be well-formed: "%s" is refused', async (key) => {
    const answer = await ask(calls.createNewConcept, { name: uniqueName(), description: '-' }, { key });
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [headers.idempotencyKey]]);
  });
});

describe('a request whose earlier one is still being carried out', () => {
  afterEach(() => vi.restoreAllMocks());

  /** Makes the next call wait until it is released, as in a slow process. */
  const hold = (what: 'append' | 'readStream') => {
    const { eventStore } = instance.services;
    const real = eventStore[what].bind(eventStore) as (...words: unknown[]) => unknown;
    let go = (): void => undefined;
    const going = new Promise<void>((resolve) => {
      go = resolve;
    });
    const held = new Promise<void>((reached) => {
      vi.spyOn(eventStore, what).mockImplementationOnce((async (...words: unknown[]) => {
        reached();
        await going;
        return real(...words);
      }) as never);
    });
    return { held, go };
  };

  it('is told only that until the earlier one is answered; then both get the same answer', async () => {
    const concept_id = await createConcept();
    const [key, body] = [randomUUID(), { concept_id, description: 'Tides.' }];
    const { held, go } = hold('append');
    const first = ask(calls.describeConcept, body, { key });
    await held;
    const second = await ask(calls.describeConcept, body, { key });
    expect([second.status, second.body.code, second.headers.get('retry-after')]).toEqual([
      409,
      'StillUnderWay',
      '1',
    ]);
    go();
    expect((await ask(calls.describeConcept, body, { key })).body).toEqual((await first).body);
    expect(await eventsOf(concept_id)).toHaveLength(2);
  });

  it('replaces an earlier one that died a minute ago', async () => {
    const concept_id = await createConcept();
    const [key, body] = [randomUUID(), { concept_id, description: 'Tides.' }];
    const { held, go } = hold('append');
    const dying = ask(calls.describeConcept, body, { key });
    await held;
    const { database } = instance.services;
    await database.query(
      `UPDATE command_service.command_key SET claimed_at = now() - interval '61 s' WHERE claim IS NOT NULL`,
    );
    expect((await ask(calls.describeConcept, body, { key })).status).toBe(200);
    go();
    await dying;
    expect(await eventsOf(concept_id)).toHaveLength(2);
    const [left] = await database.query('SELECT FROM command_service.command_key WHERE claim IS NOT NULL');
    expect(left).toBeUndefined();
  });

  it.each([
    ['carried out', 200],
    ['refused', 422],
  ])('replaces it within seconds when the database was down while it was %s', async (_, status) => {
    const [concept_id, taken] = [await createConcept(), uniqueName()];
    await createConcept(taken);
    const [key, body] = [randomUUID(), { concept_id, name: status === 200 ? uniqueName() : taken }];
    const { database } = instance.services;
    const real = database.query.bind(database);
    const down = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    vi.spyOn(database, 'query').mockImplementation((text, values) =>
      /SET claim = NULL|DELETE FROM command_service.command_key/.test(text)
        ? Promise.reject(down)
        : real(text, values),
    );
    const first = await ask(calls.renameConcept, body, { key });
    vi.restoreAllMocks();
    expect(first.status).toBe(status);
    const again = () => ask(calls.renameConcept, body, { key });
    await expect.poll(async () => (await again()).body.code, { timeout: 10_000 }).not.toBe('StillUnderWay');
    expect((await again()).status).toBe(status);
  });

  it('wins over an earlier one that took longer than twenty seconds, which writes nothing', async () => {
    const concept_id = await createConcept();
    const [key, body] = [randomUUID(), { concept_id, description: 'Tides.' }];
    const { held, go } = hold('readStream');
    const slow = ask(calls.describeConcept, body, { key });
    await held;
    instance.moveClock(21_000);
    go();
    expect((await slow).body.code).toBe('StillUnderWay');
    expect(await eventsOf(concept_id)).toHaveLength(1);
    expect((await ask(calls.describeConcept, body, { key })).status).toBe(200);
  });
});
