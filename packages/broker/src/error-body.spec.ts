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

  it('does not quote what the call said in confidence', async () => {
    const body = '{"message":"account number 4417123456789113 is wrong"}';
    const { message, words } = await errorOf(new Response(body, { status: 422 }), ['4417123456789113']);
    expect([message, words]).toEqual(['the broker answered 422', 'account number … is wrong']);
  });
});
