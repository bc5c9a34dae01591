import { calls, serviceOf } from '@groundswell/contracts';
import { callsServedBy } from '@groundswell/platform/http';
import { describe, expect, it } from 'vitest';
import { controllers } from './query-module.js';

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

describe('the query service', () => {
  it('serves every call of the contract that is its own, once, and no other', () => {
    const own = Object.values(calls).filter((call) => serviceOf(call) === 'query-service');
    expect(callsServedBy(controllers).map(nameOf).sort()).toEqual(own.map(nameOf).sort());
  });
});
