import { describe, expect, it } from 'vitest';
import { openConnection } from './connection.js';

describe('a client whose node says nothing', () => {
  it.each(['esdb://a,b?tls=false', 'esdb+discover://name?tls=false'])(
    'is left for another, at %s',
    async (url) => {
      const connection = openConnection(url);
      const { client } = connection;
      connection.leave(client);
      const { client: next } = connection;
      expect(next).not.toBe(client);
      connection.leave(client);
      expect(connection.client).toBe(next);
      await connection.dispose();
    },
  );

  it('is kept where there is no other node to ask', async () => {
    const connection = openConnection('esdb://a?tls=false');
    const { client } = connection;
    connection.leave(client);
    expect(connection.client).toBe(client);
    await connection.dispose();
  });
});
