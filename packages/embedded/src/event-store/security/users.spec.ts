import { describe, expect, it } from 'vitest';
import { mayCall } from './rights.js';
import { digestOf, identifyAmong } from './users.js';

const identify = identifyAmong([
  { name: 'admin', role: 'admin', digest: digestOf('admin', 'one') },
  { name: 'reader', role: 'reader', digest: digestOf('reader', 'three') },
]);
const shown = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('a caller', () => {
  it.each([
    [shown('admin:one'), 'admin'],
    [shown('reader:three').replace('Basic', 'basic'), 'reader'],
    [undefined, 'anonymous'],
    ['', 'anonymous'],
    [shown('admin:three'), 'unknown'],
    [shown('reader:one'), 'unknown'],
    [shown('admin:'), 'unknown'],
    [shown('admin:one:'), 'unknown'],
    [shown('Admin:one'), 'unknown'],
    [shown('nobody:one'), 'unknown'],
    [`${shown('admin:one')}, ${shown('admin:one')}`, 'unknown'],
    [shown(`admin:${'x'.repeat(100_000)}`), 'unknown'],
    ['Basic', 'unknown'],
    ['Bearer one', 'unknown'],
  ])('with %s is %s', (authorization, caller) => {
    expect(identify(authorization)).toBe(caller);
  });
});

describe('the list of allowed calls', () => {
  const streams = '/event_store.client.streams.Streams';
  const methods = ['Read', 'Append', 'BatchAppend', 'Delete', 'Tombstone'].map(
    (name) => `${streams}/${name}`,
  );
  const every = [
    ...methods,
    '/event_store.client.users.Users/Create',
    '/event_store.client.gossip.Gossip/Read',
  ];

  it.each([
    ['admin', every],
    ['writer', [...methods.slice(0, 4), every.at(-1)]],
    // Each append of a batch is answered separately.
    ['reader', [methods[0], methods[2], every.at(-1)]],
    ['anonymous', [every.at(-1)]],
    ['unknown', []],
  ] as const)('for %s is limited to what it needs', (caller, allowed) => {
    expect(every.filter((method) => mayCall(caller, method) === 'yes')).toEqual(allowed);
  });
});
