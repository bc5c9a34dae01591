import { setTimeout } from 'node:timers/promises';
import { conceptCalls, headers, joinId, problemSchema, streamOf } from '@groundswell/contracts';
import type { NewEvent } from '@groundswell/platform/event-store';
import { newYorkDateOf } from '@groundswell/projections';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEvent, runningService } from '../specification/running-service.js';

let service: Awaited<ReturnType<typeof runningService>>;
beforeAll(async () => {
  service = await runningService();
});
afterAll(() => service.stop());

const namesAfter = async (position: string, get = service.getFresh) => {
  const answer = await get('/api/get_concepts/', { [headers.readAfter]: position });
  const { concepts } = conceptCalls.getConcepts.response.parse(await answer.json());
  return { answer, names: concepts.map(({ name }) => name) };
};
const renamed = (name: string) => newEvent('ConceptRenamed', { name });

describe('the list of trends', () => {
  it('shows what was just created, every time', async () => {
    for (let n = 0; n < 25; n += 1) {
      const { position } = await service.createConcept(`Trend ${n}`);
      const { answer, names } = await namesAfter(position);
      expect(answer.status).toBe(200);
      expect(names[0]).toBe(`Trend ${n}`);
    }
  });

  it('has every field of the contract, and performance null while there is no history', async () => {
    const { position, id, createdAt } = await service.createConcept('Fields');
    const answer = await service.getFresh('/api/get_concepts/', { [headers.readAfter]: position });
    const { concepts } = (await answer.json()) as { concepts: object[] };
    expect(concepts[0]).toEqual({
      id,
      name: 'Fields',
      description: 'About Fields',
      image_url: null,
      performance: null,
      provenance: null,
      tracked_since: null,
      holdings: [],
      created_at: createdAt,
      changed_at: createdAt,
    });
  });

  it('never shows a change late to those who ask for it, while many others keep it in memory', async () => {
    const { id, revision } = await service.createConcept('Busy 0');
    let reading = true;
    const others = Array.from({ length: 8 }, async () => {
      while (reading) {
        await (await service.get('/api/get_concepts/')).arrayBuffer();
        await setTimeout(5);
      }
    });
    let expectedRevision = revision;
    for (let n = 1; n <= 40; n += 1) {
      const appended = await service.eventStore.append(streamOf('concept', id), [renamed(`Busy ${n}`)], {
        expectedRevision,
      });
      expectedRevision = appended.revision;
      const { names } = await namesAfter(appended.position.commit.toString());
      expect(names).toContain(`Busy ${n}`);
    }
    reading = false;
    await Promise.all(others);
  });

  it('is not sent again to those who have it, and is once it changed', async () => {
    const { position, id, revision } = await service.createConcept('Kept');
    const { answer } = await namesAfter(position);
    const etag = answer.headers.get('etag') ?? '';
    expect(answer.headers.get('cache-control')).toBe('public, no-cache');
    const again = await service.get('/api/get_concepts/', { 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const changed = await service.eventStore.append(streamOf('concept', id), [renamed('Kept no more')], {
      expectedRevision: revision,
    });
    const after = await service.get('/api/get_concepts/', {
      'if-none-match': etag,
      [headers.readAfter]: changed.position.commit.toString(),
    });
    expect(after.status).toBe(200);
  });

  it('refuses an invalid position', async () => {
    const answer = await service.get('/api/get_concepts/', { [headers.readAfter]: 'yesterday' });
    expect(answer.status).toBe(400);
    expect(problemSchema.parse(await answer.json()).code).toBe('InvalidRequest');
  });
});

describe('one trend', () => {
  const allocation = (allocationId: string, companyName: string, weight: number) =>
    newEvent('AllocationAdded', {
      allocationId,
      subConceptId: 's1',
      symbol: allocationId.toUpperCase(),
      companyName,
      weight,
    });
  const create = () =>
    service.createConcept(
      'Ocean Energy',
      newEvent('SubConceptAdded', { subConceptId: 's1', name: 'Tides', description: 'Twice a day' }),
      newEvent('SubConceptAdded', { subConceptId: 's2', name: 'Waves', description: 'All day' }),
      allocation('orpn', 'Ocean Power', 1_250),
      allocation('blue', 'Blue Water', 8_750),
    );

  it('shows its composition by sub-concept', async () => {
    const { id, position } = await create();
    const answer = await service.getFresh(`/api/get_concept/?concept_id=${id}`, {
      [headers.readAfter]: position,
    });
    expect(await answer.json()).toMatchObject({
      concept: {
        id,
        name: 'Ocean Energy',
        description: 'About Ocean Energy',
        image_url: null,
        performance: null,
      },
      growth_list: [],
      risk: null,
      as_of: null,
      concept_composition: {
        Tides: [
          { text: 'Ocean Power', symbol: 'ORPN', allocation_percentage: 12.5 },
          { text: 'Blue Water', symbol: 'BLUE', allocation_percentage: 87.5 },
        ],
      },
    });
  });

  it('shows what it held on a day, and how that differs from today', async () => {
    const on = (date: string, event: NewEvent): NewEvent => ({
      ...event,
      metadata: { ...event.metadata, occurredAt: `${date}T15:00:00.000Z` },
    });
    const { id, position } = await service.createConceptOn(
      '2026-03-02',
      'Ocean Energy',
      newEvent('SubConceptAdded', { subConceptId: 's1', name: 'Tides', description: 'Twice a day' }),
      on('2026-03-02', allocation('orpn', 'Ocean Power', 1_250)),
      on('2026-03-09', newEvent('AllocationWeightChanged', { allocationId: 'orpn', weight: 2_000 })),
      on('2026-03-09', allocation('blue', 'Blue Water', 8_000)),
    );
    const asOf = async (date: string) =>
      service.getFresh(`/api/get_concept/?concept_id=${id}&as_of=${date}`, { [headers.readAfter]: position });
    expect(await (await asOf('2026-03-08')).json()).toMatchObject({
      created_on: '2026-03-02',
      concept_composition: { Tides: [{ symbol: 'ORPN', allocation_percentage: 12.5 }] },
      as_of: {
        date: '2026-03-08',
        differences: [
          { symbol: 'ORPN', on_date: 12.5, today: 20 },
          { symbol: 'BLUE', on_date: null, today: 80 },
        ],
      },
    });
    expect(await (await asOf('2026-03-09')).json()).toMatchObject({ as_of: { differences: [] } });
    expect((await asOf('2026-03-01')).status).toBe(400);
  });

  it('shows nothing for a future day in New York, and the holdings so far for today', async () => {
    const { id, position } = await create();
    const asOf = (date: string) =>
      service.getFresh(`/api/get_concept/?concept_id=${id}&as_of=${date}`, { [headers.readAfter]: position });
    const day = 86_400_000;
    const [today, later] = [0, 2 * day].map((ahead) => newYorkDateOf(new Date(Date.now() + ahead)));

    expect(await (await asOf(today ?? '')).json()).toMatchObject({ as_of: { date: today, differences: [] } });
    const refused = await asOf(later ?? '');
    expect(refused.status).toBe(400);
    expect(problemSchema.parse(await refused.json()).error).toContain('is in the future');
  });

  it('shows its details', async () => {
    const { id, position } = await create();
    const answer = await service.getFresh(`/api/get_concept_details/${id}/`, {
      [headers.readAfter]: position,
    });
    expect(await answer.json()).toEqual({ id, name: 'Ocean Energy', description: 'About Ocean Energy' });
  });

  it('shows only staff its allocations, under ids that also name the concept', async () => {
    const { id, position } = await create();
    const path = `/api/get_concept_allocations/?concept_id=${id}`;
    const as = async (token?: string) =>
      service.get(path, {
        [headers.readAfter]: position,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      });
    expect((await as()).status).toBe(401);
    expect((await as(await service.tokenOf('user'))).status).toBe(403);
    const answer = await as(await service.tokenOf('staff'));
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect(await answer.json()).toEqual({
      concept: { id, name: 'Ocean Energy', description: 'About Ocean Energy', image_url: null },
      revision: '4',
      sub_concepts: [
        { id: joinId(id, 's1'), name: 'Tides', description: 'Twice a day' },
        { id: joinId(id, 's2'), name: 'Waves', description: 'All day' },
      ],
      stock_allocations: [
        {
          id: joinId(id, 'orpn'),
          sub_concept: { id: joinId(id, 's1'), name: 'Tides' },
          company_name: 'Ocean Power',
          stock_symbol: 'ORPN',
          percent_allocation: 12.5,
        },
        {
          id: joinId(id, 'blue'),
          sub_concept: { id: joinId(id, 's1'), name: 'Tides' },
          company_name: 'Blue Water',
          stock_symbol: 'BLUE',
          percent_allocation: 87.5,
        },
      ],
    });
  });

  it('that does not exist is a problem with a stable code, and appears once it was created', async () => {
    const answer = await service.get('/api/get_concept/?concept_id=nowhere');
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(problemSchema.parse(await answer.json()).code).toBe('ConceptNotFound');
    expect((await service.get('/api/get_concept/')).status).toBe(400);
  });
});

describe('while the projections are away', () => {
  it('an answer that lacks what was asked for says so, and is complete once they are back', async () => {
    await service.stopProjections();
    const { position } = await service.createConcept('Late');
    const started = performance.now();
    const { answer, names } = await namesAfter(position, service.get);
    expect(performance.now() - started).toBeLessThan(4_000);
    expect(answer.headers.get(headers.readStale)).toBe('true');
    expect(BigInt(answer.headers.get(headers.readPosition) ?? 0)).toBeLessThan(BigInt(position));
    expect(names).not.toContain('Late');
    await service.startProjections();
    await expect.poll(async () => (await namesAfter(position)).names, { timeout: 10_000 }).toContain('Late');
  });
});
