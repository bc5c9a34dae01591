import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGreetings } from './spec-kit/greetings.js';

let greetings: Awaited<ReturnType<typeof startGreetings>>;
beforeAll(async () => {
  greetings = await startGreetings();
});
afterAll(() => greetings.close());

describe('the guard', () => {
  it('asks for a token, and for staff on staff calls', async () => {
    expect((await greetings.get('/api/who_am_i/')).status).toBe(401);
    expect((await greetings.get('/api/who_am_i/', await greetings.bearer('user'))).status).toBe(200);
    expect((await greetings.get('/api/staff_only/')).status).toBe(401);
    expect((await greetings.get('/api/staff_only/', await greetings.bearer('user'))).status).toBe(403);
    expect((await greetings.get('/api/staff_only/', await greetings.bearer('staff'))).status).toBe(200);
  });

  it('does not accept a token that has expired, nor anything that is no token', async () => {
    const old = await greetings.bearer('staff', new Date(Date.now() - 601_000));
    expect((await greetings.get('/api/staff_only/', old)).status).toBe(401);
    for (const authorization of ['Bearer', 'Bearer x.y.z', 'Basic YTpi', `Bearer ${'a'.repeat(5_000)}`]) {
      expect((await greetings.get('/api/staff_only/', { authorization })).status).toBe(401);
    }
  });

  it('lets a public call pass with a token that has expired', async () => {
    const old = await greetings.bearer('user', new Date(Date.now() - 601_000));
    expect((await greetings.get('/api/finished/', old)).status).toBe(200);
  });

  it.each([
    '/api/%73taff_only/',
    '/api//staff_only/',
    '//api/staff_only/',
    '/api/staff_only/;x=1',
    '/API/STAFF_ONLY/',
    '/api/staff_only',
    '/api/./staff_only/',
    '/api/staff_only/%2e',
  ])('is not bypassed by writing the path as %s', async (path) => {
    expect([401, 404, 400]).toContain((await greetings.get(path)).status);
  });
});
