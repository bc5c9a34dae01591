import { binaryEvent, START } from '@eventstore/db-client';
import { describe, expect, it } from 'vitest';
import { collect, severalTested, tested } from './event-builders.js';
import { RecordedSubscription } from './recorded-subscription.js';
import { newStream, serverForThisFile } from './server-under-test.js';

const server = serverForThisFile();

const link = (to: string) => binaryEvent({ type: '$>', data: Buffer.from(to) });

/** A stream of three events, and a stream with a link to the second one. */
const linked = async () => {
  const [target, links] = [`with@sign-${newStream()}`, newStream()];
  await server.client.appendToStream(target, severalTested(3));
  const { position } = await server.client.appendToStream(links, link(`1@${target}`));
  const resolve = () => collect(server.client.readStream(links, { resolveLinkTos: true }));
  return { target, links, position, resolve };
};

describe('section 11: links', () => {
  it('resolved give the event, the link, and the place of the link', async () => {
    const { target, links, position, resolve } = await linked();
    const [resolved] = await resolve();
    expect(resolved?.event).toMatchObject({ streamId: target, revision: 1n, data: { number: 1 } });
    expect(resolved?.link).toMatchObject({ streamId: links, revision: 0n, type: '$>', position });
    expect(resolved?.commitPosition).toBe(position?.commit);
  });

  it('unresolved are events like others', async () => {
    const { target, links } = await linked();
    const [plain] = await collect(server.client.readStream(links));
    expect(plain?.link).toBeUndefined();
    expect(plain?.event).toMatchObject({ streamId: links, type: '$>' });
    expect(Buffer.from(plain?.event?.data as Uint8Array).toString()).toBe(`1@${target}`);
  });

  it.each(['truncated', 'soft-deleted', 'tombstoned'] as const)(
    'to what is %s have no event',
    async (fate) => {
      const { target, links, resolve } = await linked();
      if (fate === 'truncated') await server.client.setStreamMetadata(target, { truncateBefore: 2 });
      if (fate === 'soft-deleted') await server.client.deleteStream(target);
      if (fate === 'tombstoned') await server.client.tombstoneStream(target);
      const [resolved] = await resolve();
      expect(resolved?.event).toBeUndefined();
      expect(resolved?.link).toMatchObject({ streamId: links });
    },
  );

  it('to what was never written have no event', async () => {
    const links = newStream();
    await server.client.appendToStream(links, [link(`7@${newStream()}`), tested()]);
    const [gone, other] = await collect(server.client.readStream(links, { resolveLinkTos: true }));
    expect([gone?.event, gone?.link?.revision]).toEqual([undefined, 0n]);
    expect([other?.event?.revision, other?.link]).toEqual([1n, undefined]);
  });

  it.each(['1@', '-1@x'])('to %s, which no event can be at, have no event', async (payload) => {
    const links = newStream();
    await server.client.appendToStream(links, link(payload));
    const [gone] = await collect(server.client.readStream(links, { resolveLinkTos: true }));
    expect([gone?.event, gone?.link?.type]).toEqual([undefined, '$>']);
  });

  it.each(['nonsense', '@no-revision'])('with the payload %s stay unresolved', async (payload) => {
    const links = newStream();
    await server.client.appendToStream(links, link(payload));
    const [unresolved] = await collect(server.client.readStream(links, { resolveLinkTos: true }));
    expect(unresolved?.event?.type).toBe('$>');
    expect(unresolved?.link).toBeUndefined();
  });

  it('are resolved in the whole log and by subscriptions, too', async () => {
    const { target, links, position } = await linked();
    const inAll = await collect(
      server.client.readAll({ resolveLinkTos: true, fromPosition: position ?? START, maxCount: 1 }),
    );
    expect(inAll[0]?.event).toMatchObject({ streamId: target, revision: 1n });
    const recorded = await RecordedSubscription.caughtUp(
      server.client.subscribeToStream(links, { resolveLinkTos: true }),
    );
    await server.client.appendToStream(links, link(`2@${target}`));
    await recorded.has(2);
    expect(recorded.events.map(({ event }) => event?.revision)).toEqual([1n, 2n]);
    await recorded.subscription.unsubscribe();
  });
});
