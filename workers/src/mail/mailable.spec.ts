import { streamOf } from '@groundswell/contracts';
import { secondMails } from '@groundswell/platform';
import { returnableEmailFields } from '@groundswell/platform/vault';
import { expect, it } from 'vitest';
import { addressFields, canWait, longestDelay, mailFor } from './mailable.js';

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

it.each([
  ['waitlist', 'WaitlistJoined', true],
  ['waitlist', 'WaitlistConfirmationRequested', true],
  ['user', 'AccountOpeningRequested', true],
  ['user', 'PasswordResetRequested', false],
] as const)(
  'lets others go first only where anyone can have it sent to any address: %s, %s',
  (category, type, waits) => {
    const mail = mailFor({ id: 'event-1', type, data: {}, stream: streamOf(category, 'ann'), metadata });
    expect(mail && canWait(mail.kind)).toBe(waits);
  },
);

const day = 24 * 3_600_000;

it.each([
  'password changed',
  'google linked',
  'google unlinked',
  'new device',
  'new network',
  'two-step sign-in turned on',
  'two-step sign-in turned off',
  'recovery codes renewed',
  'copied sign-in ended',
  'bank added',
  'bank linked',
  'bank removed',
  'withdrawal requested',
] as const)('is worth a mail for a week, because a thief may still be at it: %s', (kind) => {
  expect(longestDelay[kind]).toBe(7 * day);
});

it.each([
  'address change asked for',
  'address changed',
  ...secondMails['address changed'],
  'address taken back',
] as const)('is worth a mail for the three days in which an address can be taken back: %s', (kind) => {
  expect(longestDelay[kind]).toBe(3 * day);
});

it.each(['reset password', 'account opening', 'confirm address'] as const)(
  'is not mailed once its link no longer works: %s',
  (kind) => {
    expect(longestDelay[kind]).toBe(day / 24);
  },
);

it('each address that can be had back has a notice of its own, and none goes to the present address instead', () => {
  const fields = secondMails['address changed'].map((kind) => addressFields[kind]);
  expect(fields).toEqual([...returnableEmailFields]);
});
