import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Broker } from '../broker.js';
import { applicationOf, bankAccount, customerOf } from '../trial/person.js';
import { failure, type RunningSandbox, startSandbox, unhurried } from '../trial/sandbox.js';
import { matchesOf } from './matching.js';

let sandbox: RunningSandbox;
let account: string;
let link: string;
beforeAll(async () => {
  sandbox = await startSandbox({ SANDBOX_TRANSFERS_PER_DAY: '1000' });
  ({ account, link } = await customerOf(sandbox.broker(), 'outcome@example.com'));
});
afterAll(() => sandbox.part.stop());
afterEach(() => sandbox.admin('DELETE', '/faults'));

const plan = (fault: object) => sandbox.admin('POST', '/faults', { method: 'POST', ...fault });
const calls = async () => {
  const counts = (await sandbox.admin('GET', '/calls')) as Record<string, number>;
  return counts[`/v1/accounts/${account}/transfers`] ?? 0;
};

let cents = 0;
/** Every attempt has an amount of its own, so that what it made can be told from what others did. */
const nextAttempt = () => {
  cents += 1;
  const amount = `1.${String(cents).padStart(2, '0')}`;
  return { relationshipId: link, direction: 'INCOMING' as const, amount, sentAt: new Date() };
};

describe('a transfer that the broker does not confirm', () => {
  it.each([
    { fault: 'commit-drop', kind: 'unavailable', made: 1 },
    { fault: 'commit-500', kind: 'unavailable', made: 1 },
    { fault: 'commit-hang', kind: 'timeout', made: 1 },
    { fault: 'drop', kind: 'unavailable', made: 0 },
    { fault: '500', kind: 'unavailable', made: 0 },
    { fault: 'hang', kind: 'timeout', made: 0 },
  ])(
    'is requested once, its outcome is unknown, and the list shows it: $fault',
    async ({ fault, kind, made }) => {
      const { timing } = unhurried();
      const { transfers } = sandbox.broker({ timeout: 400, timing });
      await plan({ kind: fault });
      const attempt = nextAttempt();
      const error = await failure(transfers.create(account, attempt));
      expect(error).toMatchObject({ kind, outcome: 'unknown' });
      expect(await calls()).toBe(1);
      const matches = matchesOf(attempt, await transfers.list(account), new Set());
      expect(matches).toHaveLength(made);
    },
  );

  it('was certainly not made when the broker reports too many calls', async () => {
    const { timing } = unhurried();
    const { transfers } = sandbox.broker({ timing });
    await plan({ kind: '429' });
    const attempt = nextAttempt();
    expect(await failure(transfers.create(account, attempt))).toMatchObject({
      kind: 'limited',
      outcome: 'known',
      status: 429,
    });
    expect(matchesOf(attempt, await transfers.list(account), new Set())).toEqual([]);
  });

  it('was certainly not made when nothing listens at the address', async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    const options = { baseUrl: `http://127.0.0.1:${port}`, keyId: 'key', secretKey: 'secret' };
    expect(await failure(new Broker(options).transfers.create(account, nextAttempt()))).toMatchObject({
      kind: 'unavailable',
      outcome: 'known',
    });
  });

  it('is unknown when we give up after sending, and known when we give up before', async () => {
    const { transfers } = sandbox.broker();
    const before = AbortSignal.abort(new Error('closing down'));
    expect(await failure(transfers.create(account, nextAttempt(), before))).toMatchObject({
      outcome: 'known',
    });
    expect(await calls()).toBe(0);
    await plan({ kind: 'commit-hang' });
    const leaving = new AbortController();
    const attempt = nextAttempt();
    const call = failure(transfers.create(account, attempt, leaving.signal));
    while (matchesOf(attempt, await transfers.list(account), new Set()).length === 0);
    leaving.abort(new Error('closing down'));
    expect(await call).toMatchObject({ kind: 'timeout', outcome: 'unknown' });
  });

  it('waits for the end of the limit before it is sent', async () => {
    const { waits, timing } = unhurried();
    const { transfers } = sandbox.broker({ timing });
    await plan({ kind: '429', retryAfter: 20 });
    await failure(transfers.create(account, nextAttempt()));
    expect((await transfers.create(account, nextAttempt())).status).toBe('QUEUED');
    expect(waits.length).toBe(1);
    expect(waits[0]).toBeGreaterThan(15_000);
  });
});

describe('an account or a link that the broker does not confirm', () => {
  it('is not requested twice, and is found by reading', async () => {
    const broker = sandbox.broker();
    await plan({ kind: 'commit-500' });
    const error = await failure(broker.accounts.create(applicationOf('lost@example.com')));
    expect(error).toMatchObject({ kind: 'unavailable', outcome: 'unknown' });
    const found = await broker.accounts.findByEmail('lost@example.com');
    expect(found).toBeDefined();
    const counts = (await sandbox.admin('GET', '/faults')) as Record<string, number>;
    expect(counts).toEqual({ 'commit-500': 1 });
  });
});

describe('a broker that quotes what it was sent', () => {
  let quoting: Server;
  let broker: Broker;
  beforeAll(async () => {
    quoting = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on('end', () => {
        const status = request.url?.endsWith('accounts') ? 422 : 400;
        // Once as an object and once as a bare text, as Alpaca's document has it.
        const message = `cannot take ${body.replaceAll('"', "'")}`;
        const answer = status === 422 ? { code: 40010001, message } : message;
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      });
    });
    await new Promise<void>((resolve) => quoting.listen(0, '127.0.0.1', resolve));
    const { port } = quoting.address() as AddressInfo;
    broker = new Broker({ baseUrl: `http://127.0.0.1:${port}`, keyId: 'key', secretKey: 's3cret' });
  });
  afterAll(() => quoting.close());

  it('puts no personal data into our errors', async () => {
    const errors = [
      await failure(broker.accounts.create(applicationOf('ada@example.com'))),
      await failure(broker.bankLinks.create(account, bankAccount)),
    ];
    expect(errors.map(({ status, code }) => [status, code])).toEqual([
      [422, 40010001],
      [400, undefined],
    ]);
    for (const error of errors) {
      expect(error.message).toBe(`the broker answered ${error.status}`);
      expect(error.words).toContain('cannot take');
      const all = `${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`;
      expect(all).not.toMatch(
        /Ada|Byron|ada@|520-?11|1990-01|San Mateo|5556667788|123456789|121000358|185\.13|s3cret/,
      );
    }
  });
});
