import { expect, it } from 'vitest';
import type { Call } from './call.js';
import { calls } from './calls.js';
import { routes } from './routes.js';

it('are those of the calls, each under the name of its own', () => {
  const ofCalls = Object.entries<Call>(calls).map(([name, { method, path }]) => [name, { method, path }]);
  expect(routes).toEqual(Object.fromEntries(ofCalls));
});
