import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.js';
import { type Answer, clientOf, expiredOnce, json } from './spec-kit/client.js';

describe('a call without an answer', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    // The timers of the platform are none of those that are faked.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((time) => {
      const limit = new AbortController();
      setTimeout(() => limit.abort(), time);
      return limit.signal;
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it.each([
    ['20 seconds', {}, 20_000],
    ['its own time', { patience: 50_000 }, 50_000],
  ])('is given up after %s', async (_what, limits, time) => {
    const { client } = clientOf(
      ({ signal }) =>
        new Promise((_answer, fail) => signal?.addEventListener('abort', () => fail(signal.reason))),
    );
    const failed = vi.fn();
    void client.postTo('/api/upload_file/', {}, limits).catch(failed);

    await vi.advanceTimersByTimeAsync(time - 10);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(20);
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ code: 'TimedOut' }));
  });
});

describe('a call that needs a code first', () => {
  const remove = { id: 'a link' };
  const proofNeeded = json.bind(undefined, 403, { code: 'ProofNeeded', error: 'Enter a code first.' });

  it('is sent once more as it was, under the same key, once a code was given', async () => {
    let refusals = 1;
    const { client, asked, happened } = clientOf(() =>
      refusals-- > 0 ? proofNeeded() : json(200, { id: 'a link', position: '7' }),
    );

    await client.command('removeAchMethod', remove);

    expect(happened).toEqual(['prove']);
    expect(asked.map(({ headers, body }) => [headers.get('idempotency-key'), body])).toEqual([
      ['key-1', JSON.stringify(remove)],
      ['key-1', JSON.stringify(remove)],
    ]);
  });

  it('is refused, and not sent again, when the person declines', async () => {
    const { client, asked } = clientOf(() => proofNeeded(), true, false);
    await expect(client.command('removeAchMethod', remove)).rejects.toMatchObject({ code: 'ProofNeeded' });
    expect(asked).toHaveLength(1);
  });
});

describe('a call that needs a proof of identity', () => {
  const proofNeeded = json.bind(undefined, 403, { code: 'IdentityProofNeeded', error: 'Confirm first.' });

  it('is sent once more as it was, under the same key, with a proof for that call', async () => {
    let refusals = 1;
    const { client, asked, happened } = clientOf(() =>
      refusals-- > 0 ? proofNeeded() : json(200, { id: 'a link', position: '7' }),
    );

    await client.command('removeAchMethod', { id: 'a link' });

    expect(happened).toEqual(['prove for /api/remove_ach_method/']);
    expect(
      asked.map(({ headers }) => [headers.get('idempotency-key'), headers.get('identity-proof')]),
    ).toEqual([
      ['key-1', null],
      ['key-1', 'a proof'],
    ]);
  });

  it('is refused, and not sent again, when the person declines', async () => {
    const { client, asked } = clientOf(() => proofNeeded(), true, false);
    const sent = client.command('removeAchMethod', { id: 'a link' });
    await expect(sent).rejects.toMatchObject({ code: 'IdentityProofNeeded' });
    expect(asked).toHaveLength(1);
  });
});

describe('an expired token', () => {
  it('is refreshed once for all calls in flight, and each is made once more', async () => {
    const { client, paths, tokens } = clientOf(expiredOnce);

    const answers = await Promise.all([
      client.query('getConcepts'),
      client.query('getConcepts'),
      client.query('getUser'),
    ]);

    expect(answers).toHaveLength(3);
    expect(paths().filter((path) => path === '/user/token/refresh/')).toHaveLength(1);
    expect(paths()).toHaveLength(7);
    expect(tokens.read()).toEqual({ access: 'new', refresh: 'r2' });
  });

  it.each([
    ['401', () => json(401, {})],
    ['500', () => json(500, {})],
    ['nothing', () => Promise.reject(new TypeError('network'))],
  ])('ends the session when the refresh is answered with %s', async (_name, refused: Answer) => {
    const { client, kept, happened } = clientOf((request) =>
      request.address === '/user/token/refresh/' ? refused(request) : json(401, {}),
    );
    kept.setItem('transfer_under_way', 'what may have been sent');

    await expect(client.query('getConcepts')).rejects.toMatchObject({ status: 401 });

    expect(['token', 'refresh_token', 'token_time'].map(kept.getItem)).toEqual([null, null, null]);
    expect(kept.getItem('transfer_under_way')).toBe('what may have been sent');
    expect(happened).toEqual(['reload']);
  });

  it('does not restore a session that was signed out meanwhile', async () => {
    const { client, tokens, happened } = clientOf((request) => {
      if (request.address === '/user/token/refresh/') tokens.clear();
      return expiredOnce(request);
    });

    await expect(client.query('getConcepts')).rejects.toMatchObject({ status: 401 });

    expect(tokens.read()).toBeUndefined();
    expect(happened).toEqual(['reload']);
  });

  it('is not refreshed a second time for the same call', async () => {
    const { client, paths } = clientOf(({ address }) =>
      address === '/user/token/refresh/' ? json(200, { access: 'new', refresh: 'r2' }) : json(401, {}),
    );

    await expect(client.query('getConcepts')).rejects.toBeInstanceOf(ApiError);

    expect(paths()).toEqual(['/api/get_concepts/', '/user/token/refresh/', '/api/get_concepts/']);
  });

  it('is not refreshed for a person who is gone: the session ends at once', async () => {
    const { client, paths, happened } = clientOf(() => json(401, { code: 'user_not_found' }));

    await expect(client.query('getUser')).rejects.toMatchObject({ code: 'user_not_found' });

    expect(paths()).toEqual(['/user/user/']);
    expect(happened).toEqual(['reload']);
  });

  it('leaves a wrong password to the sign-in screen', async () => {
    const { client, paths, happened } = clientOf(() =>
      json(401, { code: 'InvalidCredentials', error: 'Invalid Credentials' }),
    );

    await expect(client.command('signIn', { email: 'a@b.c', password: 'x' })).rejects.toMatchObject({
      message: 'Invalid Credentials',
    });

    expect(paths()).toEqual(['/user/token/']);
    expect(happened).toEqual([]);
  });
});

describe('tokens that another tab has stored', () => {
  const tokenOf = (person: string) => `head.${btoa(JSON.stringify({ sub: person }))}.signature`;

  it('are used when they are of the same person', async () => {
    const { client, asked, tokens, kept } = clientOf(() => json(200, { concepts: [] }));
    tokens.save({ access: tokenOf('ann'), refresh: 'r1' });
    kept.setItem('token', `${tokenOf('ann')}2`);
    await client.query('getConcepts');
    expect(asked[0]?.headers.get('authorization')).toBe(`Bearer ${tokenOf('ann')}2`);
  });

  it('are not used when they are another person’s: the page is reloaded instead', async () => {
    const { client, asked, happened, tokens, kept } = clientOf(() => json(200, {}));
    tokens.save({ access: tokenOf('ann'), refresh: 'r1' });
    kept.setItem('token', tokenOf('bob'));
    const sent = client.command('saveApplicationDraft', { first_name: 'Ann' });
    const opened = client.openStream('liveOwn', { headers: {}, signal: new AbortController().signal });
    await Promise.race([sent, opened, new Promise((resolve) => setTimeout(resolve))]);
    expect([asked, happened]).toEqual([[], ['reload', 'reload']]);
  });
});

describe('a stream', () => {
  const listen = { headers: { accept: 'text/event-stream' }, signal: new AbortController().signal };

  it('is opened with the token, after a refresh when it has run out, and its body is left alone', async () => {
    const { client, asked } = clientOf(({ address, headers }) => {
      if (address === '/user/token/refresh/') return json(200, { access: 'new', refresh: 'r2' });
      return headers.get('authorization') === 'Bearer new' ? new Response('data: 1\n\n') : json(401, {});
    });

    const answer = await client.openStream('liveOwn', listen);

    expect(answer.bodyUsed).toBe(false);
    expect(asked.at(-1)?.headers.get('accept')).toBe('text/event-stream');
  });

  it('ends the session when no one is signed in any more', async () => {
    const { client, happened } = clientOf(() => json(401, {}));

    expect((await client.openStream('liveOwn', listen)).status).toBe(401);

    expect(happened).toEqual(['reload']);
  });
});
