import { describe, expect, it } from 'vitest';
import { errorOf } from '../../api/api-error.js';
import { registrationOf, trendIn, trendToJoinFor } from './registration.js';

const trend = '1764fdf5-b5ed-5796-a2c2-10bb6d54e22a';

describe('joining the waitlist', () => {
  it('sends the address in lower case, with the trend that brought the person', () => {
    expect(registrationOf(' Ada@Example.ORG ', trend)).toMatchObject({
      email: 'ada@example.org',
      concept_id: trend,
    });
  });

  it('names no trend when none was on screen', () => {
    expect(registrationOf('ada@example.org', undefined)).not.toHaveProperty('concept_id');
  });

  it.each([
    [`concept_id=${trend}`, trend],
    ['concept_id=1', undefined],
    ['', undefined],
  ])('reads %s as %s', (search, expected) => {
    expect(trendIn(new URLSearchParams(search))).toBe(expected);
  });

  it('is for a trend that is known', async () => {
    expect(await trendToJoinFor(trend, Promise.resolve())).toBe(trend);
  });

  it.each([
    [404, undefined],
    [400, undefined],
    [408, trend],
    [429, trend],
    [503, trend],
  ])('is, when its details are answered with %i, for %s', async (status, expected) => {
    expect(await trendToJoinFor(trend, Promise.reject(errorOf(status, {})))).toBe(expected);
  });
});
