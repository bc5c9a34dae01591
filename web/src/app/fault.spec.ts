import { describe, expect, it } from 'vitest';
import { ApiError } from '../api/api-error.js';
import { faultOf } from './fault.js';

describe('the message about an error that no screen caught', () => {
  it.each([
    'Unable to preload CSS for http://localhost:8000/assets/trend-screen-B3nA.css',
    'Failed to fetch dynamically imported module: http://localhost:8000/assets/trend-screen-B3nA.js',
    'error loading dynamically imported module: http://localhost:8000/assets/trend-screen-B3nA.js',
    'Importing a module script failed.',
  ])('is in our words for a page that failed to load: %s', (message) => {
    expect(faultOf(new TypeError(message))).toEqual({
      text: 'We couldn’t load this page. Check your connection and try again.',
      isMissingPage: true,
    });
  });

  it('has the status and text of an answer, and what to quote to support', () => {
    const answer = { status: 503, code: 'Unavailable', error: 'Away for a moment.', correlation_id: 'a-1' };

    expect(faultOf(new ApiError(answer))).toEqual({
      status: 503,
      text: 'Away for a moment.',
      reference: 'a-1',
    });
  });

  it('has the message of anything else, if there is one', () => {
    expect(faultOf(new Error('It broke.'))).toEqual({ text: 'It broke.' });
    expect(faultOf('thrown')).toEqual({ text: 'Unknown error' });
  });
});
