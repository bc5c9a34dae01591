import { randomUUID } from 'node:crypto';
import { calls, type Session, streamOf } from '@groundswell/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everythingIn } from '../../spec-kit/everything.js';
import { type Instance, type Person, startInstance } from '../../spec-kit/instance.js';

const minute = 60_000;
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1';

let instance: Instance;
beforeAll(async () => {
  instance = await startInstance({}, undefined, 'own process');
});
afterAll(() => instance.stop());

const signIn = async ({ email, password }: Person, userAgent: string): Promise<Session> => {
  const headers = { 'user-agent': userAgent };
  return (await instance.ask(calls.signIn, { email, password }, { headers })).body as unknown as Session;
};
interface Listed {
  readonly id: string;
  readonly device: string;
  readonly began_at: string;
  readonly last_used_at: string;
  readonly current: boolean;
}
const listOf = async ({ access }: Session): Promise<readonly Listed[]> =>
  (await instance.ask(calls.getSessions, undefined, { token: access })).body.sessions as Listed[];
const signOut = ({ refresh: token }: Session) => instance.ask(calls.signOut, { refresh: token });
const refresh = async (session: Session) => instance.ask(calls.refreshToken, { refresh: session.refresh });
const whoAmI = (session: Session) => instance.ask(calls.getUser, undefined, { token: session.access });
const end = (session: Session, id: string | undefined) =>
  instance.ask(calls.endSession, { id }, { token: session.access });

/** Expects the session to be unusable: it cannot be refreshed, and every service refuses its access token. */
const expectEnded = async (session: Session) => {
  expect((await refresh(session)).status).toBe(401);
  expect((await whoAmI(session)).body.code).toBe('NotSignedIn');
};

describe('the sessions of a person', () => {
  it('are at most a thousand: beyond that, those unused for longest are ended', async () => {
    const ann = await instance.register();
    const oldest = await signIn(ann, firefox);
    const { database } = instance.services;
    await database.query(
      `UPDATE people.session SET last_used_at = last_used_at - interval '1 minute' WHERE user_id = $1`,
      [ann.id],
    );
    await database.query(
      `INSERT INTO people.session (session_id, user_id, device, started_at, last_used_at, expires_at)
       SELECT gen_random_uuid(), user_id, device, started_at, last_used_at + interval '1 second', expires_at
       FROM people.session, generate_series(1, 999) WHERE user_id = $1`,
      [ann.id],
    );
    expect((await whoAmI(oldest)).status).toBe(200);

    const newest = await signIn(ann, firefox);

    await expectEnded(oldest);
    expect(await listOf(newest)).toHaveLength(1_000);
    const [kept] = await database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM people.session WHERE user_id = $1',
      [ann.id],
    );
    expect(kept?.count).toBe(1_000);
  });
});

describe('a sign-in on a new device', () => {
  const noted = async ({ id }: Person) =>
    (await instance.services.eventStore.readStream(streamOf('user', id))).events.filter(
      ({ type }) => type === 'NewDeviceSignedIn',
    );

  it('is recorded once, but not at the first sign-in nor on a recently used device', async () => {
    const ann = await instance.register();
    await signIn(ann, firefox);
    await signIn(ann, firefox);
    expect(await noted(ann)).toEqual([]);
    await Promise.all([signIn(ann, safari), signIn(ann, safari)]);
    expect(await noted(ann)).toHaveLength(1);
    await signOut(await signIn(ann, firefox));
    await signIn(ann, firefox);
    expect(await noted(ann)).toHaveLength(1);
  });

  it('is recorded without the device, which only the sessions name', async () => {
    const ann = await instance.register();
    await signIn(ann, firefox);
    await signIn(ann, safari);
    const [event] = await noted(ann);
    expect(event?.data).toEqual({});
    expect(event?.metadata.actor).toEqual({ id: ann.id, role: 'user' });
  });
});

describe('the list of a person’s sessions', () => {
  it('describes each device in a few words, with its start, last use, and which session is asking', async () => {
    const ann = await instance.register();
    const first = await signIn(ann, firefox);
    instance.moveClock(5 * minute);
    const second = await signIn(ann, safari);
    expect((await listOf(second)).map(({ device, current }) => [device, current])).toEqual([
      ['Safari on iPhone', true],
      ['Firefox on Windows', false],
    ]);

    instance.moveClock(9 * minute);
    const traded = (await refresh(first)).body as unknown as Session;

    const [lastUsed] = await listOf(traded);
    expect(lastUsed).toMatchObject({ device: 'Firefox on Windows', current: true });
    const between = Date.parse(lastUsed?.last_used_at ?? '') - Date.parse(lastUsed?.began_at ?? '');
    expect(between).toBe(14 * minute);
  });

  it('contains no one else’s sessions, and none that has ended', async () => {
    const [ann, bob] = [await instance.register(), await instance.register()];
    const [session, over] = [await signIn(ann, firefox), await signIn(ann, safari)];
    await signIn(bob, firefox);
    await instance.ask(calls.signOut, { refresh: over.refresh });
    expect(await listOf(session)).toHaveLength(1);
  });

  it('keeps neither the user agent nor the network address', async () => {
    const mark = `Mark${randomUUID()}`;
    const session = await signIn(await instance.register(), `${firefox} ${mark}`);
    expect(await listOf(session)).toMatchObject([{ device: 'Firefox on Windows' }]);
    const stored = await everythingIn(instance.services.database);
    expect(stored).not.toContain(mark);
    expect(stored).not.toContain('127.0.0.1');
    expect(instance.logLines.join('')).not.toContain(mark);
  });
});

describe('ending a session from elsewhere', () => {
  it('ends only that one, at once, for refresh token and access token alike', async () => {
    const ann = await instance.register();
    const [here, there, third] = [
      await signIn(ann, firefox),
      await signIn(ann, safari),
      await signIn(ann, firefox),
    ];
    const target = (await listOf(there)).find(({ current }) => current);
    expect((await end(here, target?.id)).status).toBe(200);
    await expectEnded(there);
    expect(await instance.services.identityChanges.endedAmong([target?.id ?? ''])).toEqual(
      new Set([target?.id]),
    );
    expect((await whoAmI(here)).status).toBe(200);
    expect((await refresh(third)).status).toBe(200);
    expect((await end(here, target?.id)).body.code).toBe('SessionNotFound');
  });

  it('cannot end a session of another person', async () => {
    const [ann, bob] = [await instance.register(), await instance.register()];
    const [anns, bobs] = [await signIn(ann, firefox), await signIn(bob, firefox)];
    const refused = await end(bobs, (await listOf(anns))[0]?.id);
    expect([refused.status, refused.body.code]).toEqual([404, 'SessionNotFound']);
    expect((await whoAmI(anns)).status).toBe(200);
  });

  it('can be done for all others at once', async () => {
    const [ann, bob] = [await instance.register(), await instance.register()];
    const [here, there, third] = [
      await signIn(ann, firefox),
      await signIn(ann, safari),
      await signIn(ann, firefox),
    ];
    const bobs = await signIn(bob, firefox);
    const answer = await instance.ask(calls.endOtherSessions, {}, { token: here.access });
    expect(answer.body).toEqual({ ended: 2 });
    await expectEnded(there);
    await expectEnded(third);
    expect(await listOf(here)).toMatchObject([{ current: true }]);
    expect((await whoAmI(bobs)).status).toBe(200);
  });
});

describe('a spent refresh token that comes back', () => {
  it('is recorded once, with the session that it ended, however often it is tried', async () => {
    const ann = await instance.register();
    const session = await signIn(ann, firefox);
    const [{ id: sessionId } = { id: '' }] = await listOf(session);
    const second = (await refresh(session)).body as unknown as Session;
    await refresh(second);
    const reused = await Promise.all([refresh(session), refresh(session)]);
    const late = [await refresh(session), await refresh(second)];
    expect([...reused, ...late].map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    const { events } = await instance.services.eventStore.readStream(streamOf('user', ann.id));
    const recorded = events.filter(({ type }) => type === 'SessionEndedAfterReuse');
    expect(recorded.map(({ data }) => data)).toEqual([{ sessionId }]);
    expect(recorded[0]?.metadata.actor).toEqual({ id: ann.id, role: 'anonymous' });
  });

  it('is recorded later, once, with its time, when the event store was away', async () => {
    const ann = await instance.register();
    const session = await signIn(ann, firefox);
    await refresh((await refresh(session)).body as unknown as Session);
    await instance.stack.eventStore?.kill();
    await refresh(session);
    const endedAt = instance.now().toISOString();
    instance.moveClock(minute);
    await instance.stack.restartEventStore();
    await instance.tellOwed();
    expect((await refresh(session)).status).toBe(401);
    const { events } = await instance.services.eventStore.readStream(streamOf('user', ann.id));
    const recorded = events.filter(({ type }) => type === 'SessionEndedAfterReuse');
    expect(recorded.map(({ metadata }) => metadata.occurredAt)).toEqual([endedAt]);
  });
});
