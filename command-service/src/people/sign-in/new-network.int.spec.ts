import { streamOf } from '@groundswell/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credentialsOf, startUnlimited } from '../../spec-kit/credentials.js';
import type { Instance, Person } from '../../spec-kit/instance.js';

const hour = 3_600_000;
let instance: Instance;
beforeAll(async () => {
  instance = await startUnlimited('own process');
});
afterAll(() => instance.stop());

const { typesOf } = credentialsOf(() => instance);

describe('signing in from a new network', () => {
  it('is recorded once for people who had signed in from other networks', async () => {
    const person = await instance.register();
    const from = (network: string) =>
      instance.services.signIn.signIn({ ...person, network, device: 'A browser' });
    await from('one');
    await from('one');
    expect(await typesOf(person)).not.toContain('NewNetworkSignedIn');
    await from('another');
    await from('another');
    expect((await typesOf(person)).filter((type) => type === 'NewNetworkSignedIn')).toHaveLength(1);
    instance.moveClock(31 * 24 * hour);
    await from('after a long time');
    expect((await typesOf(person)).filter((type) => type === 'NewNetworkSignedIn')).toHaveLength(1);
  });

  it('is noted when a password is asked for again from there', async () => {
    const person = await instance.register();
    await instance.services.signIn.signIn({ ...person, network: 'one', device: 'A browser' });
    await instance.services.provePassword(person.id, person.password, 'another');
    expect((await typesOf(person)).filter((type) => type === 'NewNetworkSignedIn')).toHaveLength(1);
  });
});

describe('what could not be noted of a sign-in while the event store was away', () => {
  const noted = async ({ id }: Person) =>
    (await instance.services.eventStore.readStream(streamOf('user', id))).events
      .filter(({ type }) => type.startsWith('New'))
      .map(({ type, metadata }) => [type, metadata.occurredAt]);
  /** A sign-in from elsewhere that came no further than to PostgreSQL. */
  const cutShort = async () => {
    const person = await instance.register();
    const signIn = (network: string, device: string) =>
      instance.services.signIn.signIn({ ...person, network, device });
    await signIn('one', 'A browser');
    await instance.services.knownNetworks.note(person.id, 'another');
    await instance.services.sessions.startWhile(async () => true, person.id, 'Another browser', false);
    const at = instance.now().toISOString();
    const expected = [
      ['NewDeviceSignedIn', at],
      ['NewNetworkSignedIn', at],
    ];
    instance.moveClock(1_000);
    return { person, signIn, expected };
  };

  it('is noted at the next sign-in, with the time of the first, and once', async () => {
    const { person, signIn, expected } = await cutShort();
    await signIn('another', 'Another browser');
    await signIn('another', 'Another browser');
    expect((await noted(person)).toSorted()).toEqual(expected);
  });

  it('is noted without another sign-in once the store is back', async () => {
    const { person, expected } = await cutShort();
    await instance.stack.eventStore?.kill();
    await expect(instance.services.notices.tellOwed()).rejects.toThrow();
    await instance.stack.restartEventStore();
    await instance.tellOwed();
    await instance.tellOwed();
    expect((await noted(person)).toSorted()).toEqual(expected);
  });

  it('is noted once when several tell it at the same time', async () => {
    const { person, expected } = await cutShort();
    await Promise.all([1, 2, 3].map(() => instance.services.notices.tellOwed(person.id)));
    expect((await noted(person)).toSorted()).toEqual(expected);
  });
});
