import { TooBusy } from '@groundswell/platform';
import { expect, it } from 'vitest';
import { createPasswordChecks } from './password-checks.js';

it('a right password that is kept at another cost signs in when there is no time to hash it again', async () => {
  const { authenticate } = createPasswordChecks(
    {
      vault: { find: async () => 'ann' },
      passwords: {
        enter: () => () => undefined,
        verify: async () => true,
        hash: () => Promise.reject(new TooBusy('too late')),
        isOutdated: () => true,
      },
      now: () => new Date(0),
    },
    { find: async () => undefined },
    {
      find: async () => ({ password_hash: 'outdated', changed_at: new Date(0) }),
      store: async () => undefined,
      storeRehashed: async () => false,
      whileHash: (userId, hashed) => async () => userId === 'ann' && hashed === 'outdated',
    },
  );
  const authenticated = await authenticate('ann@example.com', 'a password', {
    key: 'a network',
    known: true,
  });
  expect(authenticated?.userId).toBe('ann');
  expect(await authenticated?.stands({ query: async () => [], copyIn: async () => undefined })).toBe(true);
});
