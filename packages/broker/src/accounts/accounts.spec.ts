import { describe, expect, it } from 'vitest';
import { Connection } from '../connection.js';
import { realTiming } from '../pacing.js';
import { Accounts } from './accounts.js';

const ours = Date.parse('2026-03-02T15:04:20.500Z');
const account = {
  id: 'broker-1',
  status: 'ACTIVE',
  created_at: '2026-03-02T14:00:00Z',
  contact: { email_address: 'ada@example.com' },
};

/** A broker that answers every call alike. */
const answering = (headers: Record<string, string>, body: unknown) =>
  new Accounts(
    new Connection({
      baseUrl: 'http://broker.example',
      keyId: 'key',
      secretKey: 'secret',
      timing: { ...realTiming, now: () => ours },
      fetch: async () => new Response(JSON.stringify(body), { headers }),
    }),
  );

describe('an account', () => {
  const date = { date: 'Mon, 02 Mar 2026 15:00:01 GMT' };
  const theirs = new Date('2026-03-02T15:00:01Z');

  it('is as of the second in which the broker answered, by its clock', async () => {
    expect(await answering(date, account).get('broker-1')).toMatchObject({ status: 'ACTIVE', asOf: theirs });
    expect(await answering(date, [account]).findByEmail('Ada@example.com')).toMatchObject({ asOf: theirs });
  });

  it('is as of our clock when the broker names no time', async () => {
    const asOf = new Date('2026-03-02T15:04:20Z');
    expect(await answering({ date: 'some time ago' }, account).get('broker-1')).toMatchObject({ asOf });
    expect(await answering({}, account).get('broker-1')).toMatchObject({ asOf });
  });
});
