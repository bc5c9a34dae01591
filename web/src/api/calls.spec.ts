import { describe, expect, it } from 'vitest';
import { clientOf, json } from './spec-kit/client.js';

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
