import { describe, expect, it } from 'vitest';
import { ApiError } from '../api/api-error.js';
import { faultOf } from './fault.js';

describe('what a person reads of an error that no screen caught', () => {
  it.each([
    'Unable to preload CSS for http://localhost:8000/assets/trend-screen-B3nA.css',
    'Failed to fetch dynamically imported module: http://localhost:8000/assets/trend-screen-B3nA.js',
    'error loading dynamically imported module: http://localhost:8000/assets/trend-screen-B3nA.js',
    'Importing a module script failed.',
  ])('of a page that did not come there are our words: %s', (message) => {
    expect(faultOf(new TypeError(message))).toEqual({
      text: 'We couldn’t load this page. Check your connection and try again.',
      isMissingPage: true,
    });
  });

  it('of an answer there are its status and text, and what to quote to support', () => {
    const answer = { status: 503, code: 'Unavailable', error: 'Away for a moment.', correlation_id: 'a-1' };

    expect(faultOf(new ApiError(answer))).toEqual({
      status: 503,
      text: 'Away for a moment.',
      reference: 'a-1',
    });
  });

  it('of anything else there is its message, as far as it has one', () => {
    expect(faultOf(new Error('It broke.'))).toEqual({ text: 'It broke.' });
    expect(faultOf('thrown')).toEqual({ text: 'Unknown error' });
  });
});
