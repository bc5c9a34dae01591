import { describe, expect, it } from 'vitest';
import { errorOf } from './error-body.js';

const answer = (status: number, body: string) => errorOf(new Response(body, { status }));

describe('an error answer', () => {
  it.each([
    [422, '{"code":42210000,"message":"amount must be greater than 0.00"}'],
    [403, '{"message":"deposits are not permitted for this account"}'],
    [400, '"request body format is invalid"'],
    [400, 'relationship_id is required'],
    [404, ''],
  ])('is a refusal when the broker says so: %i %s', async (status, body) => {
    expect(await answer(status, body)).toMatchObject({ kind: 'refused', outcome: 'known', status });
  });

  it.each([
    [403, '<!DOCTYPE html><title>Attention Required! | Cloudflare</title>'],
    [400, '<html><head><title>400 Bad Request</title></head></html>'],
    [422, ''],
    [403, '{}'],
  ])('is not a refusal when a proxy answers: %i %s', async (status, body) => {
    expect(await answer(status, body)).toMatchObject({ kind: 'unavailable', outcome: 'unknown', status });
  });

  it.each([408, 500, 503])(
    'is no refusal, whatever it says, when it is %i: it may be done',
    async (status) => {
      expect(await answer(status, '{"code":50010000,"message":"internal"}')).toMatchObject({
        kind: 'unavailable',
        outcome: 'unknown',
        code: 50010000,
      });
    },
  );

  it('says that there were too many calls, of which this one was not done', async () => {
    expect(await answer(429, '{"message":"too many requests."}')).toMatchObject({
      kind: 'limited',
      outcome: 'known',
    });
  });

  it('has the id by which the broker finds it', async () => {
    const response = new Response('{"message":"no"}', { status: 422, headers: { 'x-request-id': 'r-1' } });
    expect(await errorOf(response)).toMatchObject({ requestId: 'r-1' });
  });

  it('quotes no part of what was said in confidence, the longest first', async () => {
    const body = '{"message":"Ann Annesley at 4417 is wrong"}';
    const { words } = await errorOf(new Response(body, { status: 422 }), ['Ann', 'Annesley', '4417', 'a']);
    expect(words).toBe('… … at … is wrong');
  });

  it('does not quote what the call said in confidence', async () => {
    const body = '{"message":"account number 4417123456789113 is wrong"}';
    const { message, words } = await errorOf(new Response(body, { status: 422 }), ['4417123456789113']);
    expect([message, words]).toEqual(['the broker answered 422', 'account number … is wrong']);
  });
});
