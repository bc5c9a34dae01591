import { streamOf } from '@groundswell/contracts';
import { expect, it } from 'vitest';
import { mailFor } from './mailable.js';

const metadata = { occurredAt: '2026-11-20T15:04:00.000Z' } as Parameters<typeof mailFor>[0]['metadata'];
const changesOfCredentials = [
  'PasswordChanged',
  'GoogleLinked',
  'GoogleUnlinked',
  'NewDeviceSignedIn',
  'SecondFactorTurnedOn',
  'SecondFactorTurnedOff',
  'RecoveryCodesRenewed',
  'SessionEndedAfterReuse',
] as const;

it.each(changesOfCredentials)('is due after %s, to the person whose credentials they are', (type) => {
  const event = { id: 'event-1', type, data: {}, stream: streamOf('user', 'ann'), metadata };
  expect(mailFor(event)).toEqual({
    eventId: 'event-1',
    personId: 'ann',
    kind: expect.any(String),
    occurredAt: metadata.occurredAt,
  });
});
