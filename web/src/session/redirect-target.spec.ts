import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { saveRedirectTarget, takeRedirectTarget } from './redirect-target.js';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('leads back inside the app, once', () => {
  saveRedirectTarget('/my_account/?tab=1');
  expect(takeRedirectTarget()).toBe('/my_account/?tab=1');
  expect(takeRedirectTarget()).toBe('/');
});

it.each(['//elsewhere.test', '/\\elsewhere.test', 'https://elsewhere.test', 'javascript:alert(1)', ''])(
  'leads to no other origin: %s',
  (address) => {
    saveRedirectTarget(address);
    expect(takeRedirectTarget()).toBe('/');
    sessionStorage.setItem('redirect_target', address);
    expect(takeRedirectTarget()).toBe('/');
  },
);
