import { describe, expect, it } from 'vitest';
import { liesIn } from './lies-in.js';

describe('the section of a URL', () => {
  it('does not depend on a slash at the end', () => {
    expect(liesIn('/see_ach_methods', ['/see_ach_methods/'])).toBe(true);
    expect(liesIn('/see_ach_methods/', ['/see_ach_methods'])).toBe(true);
  });

  it('counts what is below it, and any of several places', () => {
    expect(liesIn('/admin/audit', ['/admin'])).toBe(true);
    expect(liesIn('/transfer/7', ['/see_ach_methods/', '/transfer'])).toBe(true);
  });

  it('does not count a URL that only starts with the same letters', () => {
    expect(liesIn('/transfer_funds/7', ['/transfer'])).toBe(false);
    expect(liesIn('/', ['/admin'])).toBe(false);
  });
});
