import { describe, expect, it } from 'vitest';
import { tokensIn } from '../session/tokens.js';
import { ApiError } from './api-error.js';
import { createClient } from './client.js';
import { readAfterIn } from './read-after.js';

type Answer = (request: { address: string; headers: Headers }) => Response | Promise<Response>;

const storage = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
};

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });

/** A client whose server is a function, and a record of its requests. */
const clientOf = (answer: Answer, signedIn = true, proves = true) => {
  const asked: { address: string; headers: Headers; body: unknown }[] = [];
  const kept = storage();
  const tokens = tokensIn(kept, () => 0);
  if (signedIn) tokens.save({ access: 'old', refresh: 'r1' });
  const happened: string[] = [];
  let keys = 0;
  const client = createClient({
    fetch: async (address, init) => {
      const request = { address, headers: new Headers(init.headers), body: init.body };
      asked.push(request);
      return answer(request);
    },
    tokens,
    readAfter: readAfterIn(storage(), () => 0),
    newKey: () => `key-${++keys}`,
    inOneTab: (_expired, trade) => trade(),
    reload: () => happened.push('reload'),
    proveAnew: async () => {
      happened.push('prove');
      return proves;
    },
    proveFor: async (path) => {
      happened.push(`prove for ${path}`);
      return proves ? 'a proof' : undefined;
    },
    origin: 'https://groundswell.test',
    leaveFor: (address) => happened.push(`leave for ${address}`),
  });
  return { client, asked, tokens, kept, happened, paths: () => asked.map(({ address }) => address) };
};

/** Refuses the old token, refreshes it, and accepts the new one. */
const expiredOnce: Answer = ({ address, headers }) => {
  if (address === '/user/token/refresh/') return json(200, { access: 'new', refresh: 'r2' });
  return headers.get('authorization') === 'Bearer new'
    ? json(200, { concepts: [] })
    : json(401, { code: 'NotSignedIn' });
};

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
    const { client, tokens, happened } = clientOf((request) =>
      request.address === '/user/token/refresh/' ? refused(request) : json(401, {}),
    );

    await expect(client.query('getConcepts')).rejects.toMatchObject({ status: 401 });

    expect(tokens.read()).toBeUndefined();
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

describe('reading what was just written', () => {
  it('sends the highest position of its commands with the next queries', async () => {
    const positions = ['9', '10', '8'];
    const { client, asked } = clientOf(({ address }) =>
      json(
        200,
        address === '/api/rename_concept/' ? { id: 'c', position: positions.shift() } : { concepts: [] },
      ),
    );
    for (const name of ['a', 'b', 'c']) await client.command('renameConcept', { concept_id: 'c', name });

    await client.query('getConcepts');

    expect(asked.at(-1)?.headers.get('read-after')).toBe('10');
  });

  it('asks for what it wrote last in files, too', async () => {
    const { client, asked } = clientOf(({ address }) =>
      address.includes('csv') ? new Response('when,who') : json(200, { id: 'c', position: '12' }),
    );
    await client.command('renameConcept', { concept_id: 'c', name: 'n' });

    expect(await client.queryText('getAuditCsv', {})).toBe('when,who');

    expect(asked.at(-1)?.headers.get('read-after')).toBe('12');
  });

  it('says when the answer is behind', async () => {
    const { client } = clientOf(() =>
      json(200, { concepts: [] }, { 'read-stale': 'true', 'read-position': '7' }),
    );

    expect(await client.query('getConcepts')).toEqual({ data: { concepts: [] }, stale: true, position: '7' });
  });
});

describe('commands', () => {
  it('carry a key, and the revision that was seen', async () => {
    const { client, asked } = clientOf(() => json(200, { id: 'c', position: '1' }));

    await client.command(
      'renameConcept',
      { concept_id: 'c', name: 'n' },
      { key: 'submission-1', revision: '7' },
    );

    expect(asked[0]?.headers.get('idempotency-key')).toBe('submission-1');
    expect(asked[0]?.headers.get('if-match')).toBe('"7"');
  });

  it('tell the revision of what they changed, where it is asked for', async () => {
    const { client } = clientOf(() => json(200, { id: 'c', position: '1' }, { etag: '"8"' }));

    expect(await client.revise('renameConcept', { concept_id: 'c', name: 'n' }, { revision: '7' })).toBe('8');
  });

  it('follow a redirect within the site, and no other', async () => {
    const answers = [{ redirect: '/welcome' }, { redirect: 'https://elsewhere.test/' }];
    const { client, happened } = clientOf(() => json(200, answers.shift()));

    await client.postTo('/api/x/', {});
    await client.postTo('/api/x/', {});

    expect(happened).toEqual([
      'leave for https://groundswell.test/welcome?redirect=https%3A%2F%2Fgroundswell.test',
    ]);
  });
});

describe('failures', () => {
  it.each([
    [400, {}, 'Bad Request'],
    [408, {}, 'Request Timed Out'],
    [422, { error: 'The name is taken.', fields: { name: 'Taken.' } }, 'The name is taken.'],
    [502, '<html>', 'Something went wrong on our side. Try again in a moment.'],
  ])('%i is put in words', async (status, body, message) => {
    const { client } = clientOf(() => json(status, body));

    await expect(client.query('getConcepts')).rejects.toMatchObject({ status, message });
  });

  it('says so when no answer comes', async () => {
    const { client } = clientOf(() => Promise.reject(new TypeError('Failed to fetch')));

    await expect(client.query('getConcepts')).rejects.toMatchObject({
      status: 0,
      message: 'We can’t reach Groundswell. Check your connection and try again.',
    });
  });
});
