import { streamOf } from '@groundswell/contracts';
import { openDatabase } from '@groundswell/platform/database';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newEvent, runningService } from '../specification/running-service.js';

type Service = Awaited<ReturnType<typeof runningService>>;
let service: Service;
let staff: string;

beforeAll(async () => {
  service = await runningService();
  staff = await service.tokenOf('staff');
});
afterAll(() => service.stop());

const weight = (value: number) => newEvent('AllocationWeightChanged', { allocationId: 'a1', weight: value });
const dated = <E extends ReturnType<typeof newEvent>>(event: E, occurredAt: string, reason: string): E => ({
  ...event,
  metadata: { ...event.metadata, occurredAt, reason },
});
const ocean = () =>
  service.createConceptOn(
    '2026-01-05',
    'Ocean Energy',
    dated(
      newEvent('SubConceptAdded', { subConceptId: 's1', name: 'Tides', description: 'Twice a day' }),
      '2026-01-05T14:01:00Z',
      'First draft',
    ),
    dated(
      newEvent('AllocationAdded', {
        allocationId: 'a1',
        subConceptId: 's1',
        symbol: 'ORPN',
        companyName: 'Ocean Power',
        weight: 1_000,
      }),
      '2026-01-05T14:02:00Z',
      'First draft',
    ),
    dated(weight(2_000), '2026-02-02T15:00:00Z', 'Bigger order book'),
    dated(weight(3_000), '2026-03-02T15:00:00Z', 'Record output'),
    dated(weight(2_500), '2026-04-01T15:00:00Z', 'Trimmed after the rally'),
  );

const read = async (path: string, after: string, token?: string) => {
  // Wait until the read model is current: a lagging page can look like the last one while more rows are still to
  // come.
  const answer = await service.getFresh(path, {
    'read-after': after,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

describe('the change log of a trend', () => {
  it('lists exactly the edits, newest first, each with its reason, before and after', async () => {
    const { id, position } = await ocean();
    const { status, text } = await read(`/api/get_concept_changes/?concept_id=${id}`, position);
    expect(status).toBe(200);
    const { changes } = JSON.parse(text);
    const line = (before: string, after: string) => [
      { subject: 'Ocean Power', symbol: 'ORPN', before, after },
    ];
    expect(changes.slice(0, 3)).toMatchObject([
      { kind: 'allocation_changed', reason: 'Trimmed after the rally', lines: line('30.00%', '25.00%') },
      { kind: 'allocation_changed', reason: 'Record output', lines: line('20.00%', '30.00%') },
      { kind: 'allocation_changed', reason: 'Bigger order book', lines: line('10.00%', '20.00%') },
    ]);
    expect(changes.map(({ kind }: { kind: string }) => kind)).toEqual([
      'allocation_changed',
      'allocation_changed',
      'allocation_changed',
      'allocation_added',
      'sub_concept_added',
      'created',
    ]);
  });

  it('never says who made a change', async () => {
    const { id, position } = await ocean();
    const { text } = await read(`/api/get_concept_changes/?concept_id=${id}`, position);
    expect(text).not.toContain('a-spec');
  });

  it('is sent again once its tables were replaced, even when the log has not moved', async () => {
    const { id, position } = await ocean();
    const path = `/api/get_concept_changes/?concept_id=${id}`;
    expect((await read(path, position)).text).toContain('Trimmed after the rally');
    // Imitates a replay: the tables are replaced at the same position, and readers are notified.
    const database = openDatabase({ url: service.databaseUrl, name: 'spec', schemas: ['concept_record'] });
    await database.query(
      `UPDATE concept_change SET reason = 'Mended' WHERE reason = 'Trimmed after the rally'`,
    );
    const told = JSON.stringify({ readModel: 'conceptRecord', position, changed: true, streams: null });
    await database.query(`SELECT pg_notify('read_model_advance', $1)`, [told]);
    await database.close();
    const mended = async () => expect((await read(path, position)).text).toContain('Mended');
    await vi.waitFor(mended, { timeout: 20_000, interval: 25 });
  });

  it('comes in pages that neither repeat nor skip a change, also while changes are made', async () => {
    const many = Array.from({ length: 1_100 }, (_, n) => weight(1_000 + n));
    const { id, position } = await service.createConceptOn('2026-01-05', 'Long', ...many);
    const pageBefore = async (before?: string) => {
      const path = `/api/get_concept_changes/?concept_id=${id}${before ? `&before=${before}` : ''}`;
      const { status, text } = await read(path, position);
      expect(status).toBe(200);
      return JSON.parse(text) as { changes: { position: string }[]; next: string | null };
    };
    const found: string[] = [];
    const sizes: number[] = [];
    let next: string | undefined;
    do {
      const page = await pageBefore(next);
      found.push(...page.changes.map((change) => change.position));
      sizes.push(page.changes.length);
      if (sizes.length === 1)
        await service.eventStore.append(streamOf('concept', id), [weight(900)], { expectedRevision: 'any' });
      next = page.next ?? undefined;
    } while (next !== undefined);
    expect(sizes).toEqual([500, 500, 101]);
    expect(new Set(found).size).toBe(1_101);
    expect(found).toEqual(found.toSorted((one, other) => Number(BigInt(other) - BigInt(one))));
    expect(await pageBefore(found.at(-1))).toEqual({ changes: [], next: null });
  });

  it('is not found for an unknown trend', async () => {
    expect((await service.get('/api/get_concept_changes/?concept_id=nobody')).status).toBe(404);
  });
});

describe('the composition as of a date', () => {
  it('is exactly the one of that day, with the difference to today', async () => {
    const { id, position } = await ocean();
    const weightAt = async (date: string) => {
      const { text } = await read(`/api/get_concept/?concept_id=${id}&as_of=${date}`, position);
      const { concept_composition, as_of } = JSON.parse(text);
      return [concept_composition.Tides?.[0].allocation_percentage, as_of.differences.length];
    };
    expect(await weightAt('2026-01-06')).toEqual([10, 1]);
    expect(await weightAt('2026-02-02')).toEqual([20, 1]);
    expect(await weightAt('2026-03-15')).toEqual([30, 1]);
    expect(await weightAt('2026-04-01')).toEqual([25, 0]);
  });
});

describe('the audit', () => {
  it('says who changed what, when and why, and is found by person, symbol, concept and day', async () => {
    const { id, position } = await ocean();
    const entries = async (query: string) => {
      const { text } = await read(`/api/get_audit/?concept_id=${id}${query}`, position, staff);
      return JSON.parse(text).entries;
    };
    expect((await entries(''))[0]).toMatchObject({
      concept: { id, name: 'Ocean Energy' },
      actor: { id: 'a-spec', role: 'system' },
      reason: 'Trimmed after the rally',
      correlation_id: 'a-correlation',
    });
    expect(await entries('&symbol=orpn')).toHaveLength(4);
    expect(await entries('&symbol=AAPL')).toEqual([]);
    expect(await entries('&person=somebody-else')).toEqual([]);
    expect(await entries('&from=2026-02-02&to=2026-03-02')).toHaveLength(2);
    expect(await entries('&from=2026-03-03&to=2026-03-31')).toEqual([]);
  });

  it('continues from page to page without a gap or a repeat', async () => {
    const edits = Array.from({ length: 120 }, (_, index) => weight(100 + index));
    const { id, position } = await service.createConcept(
      'Much edited',
      newEvent('SubConceptAdded', { subConceptId: 's1', name: 'Tides', description: 'Twice a day' }),
      newEvent('AllocationAdded', {
        allocationId: 'a1',
        subConceptId: 's1',
        symbol: 'ORPN',
        companyName: 'Ocean Power',
        weight: 50,
      }),
      ...edits,
    );
    const page = async (before: string) =>
      JSON.parse((await read(`/api/get_audit/?concept_id=${id}${before}`, position, staff)).text);
    const first = await page('');
    const second = await page(`&before=${first.next}`);
    const positions = [...first.entries, ...second.entries].map((entry: { position: string }) =>
      Number(entry.position),
    );
    expect(second.next).toBeNull();
    expect(positions).toHaveLength(123);
    expect(positions).toEqual([...new Set(positions)].sort((one, other) => other - one));
    const file = await read(`/api/get_audit_csv/?concept_id=${id}`, position, staff);
    const inFile = file.text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',')[0]));
    expect([...new Set(inFile)]).toEqual(positions);
  });

  it('can be downloaded as CSV, including the newest change', async () => {
    const { id, position } = await ocean();
    const { status, headers, text } = await read(`/api/get_audit_csv/?concept_id=${id}`, position, staff);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/csv/);
    expect(text).toContain('Ocean Power,ORPN,30.00%,25.00%,Trimmed after the rally');
  });

  it.each(['/api/get_audit/', '/api/get_audit_csv/'])('%s is for staff alone', async (path) => {
    expect((await service.get(path)).status).toBe(401);
    const customer = await service.tokenOf('user');
    expect((await read(path, '0', customer)).status).toBe(403);
  });
});
