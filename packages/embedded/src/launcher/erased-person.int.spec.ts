import { spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@groundswell/platform/database';
import { openVault, type Vault } from '@groundswell/platform/vault';
import { dumpOf, onOurStore, type Stack, startStack, tracesIn } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const launcher = fileURLToPath(new URL('../../dist/launcher/main.js', import.meta.url));
const operator = fileURLToPath(new URL('../../../../scripts/ops.mjs', import.meta.url));
const masterKey = randomBytes(32);
const clientId = 'groundswell.apps.example';
/** Google's response for each token. */
const googleAccounts = new Map<string, { sub: string; email: string }>();

let stack: Stack;
let directory: string;
let google: Server;
let url: string;
let stop: () => Promise<void>;
let vault: Vault;
let closeVault: () => Promise<void>;

const startGoogle = async (): Promise<string> => {
  google = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://google.test');
    const token = searchParams.get('access_token') ?? request.headers.authorization?.replace('Bearer ', '');
    const account = googleAccounts.get(token ?? '');
    const about =
      pathname === '/tokeninfo'
        ? { aud: clientId, azp: clientId, expires_in: '3599' }
        : { email_verified: true };
    response.writeHead(account ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...account, ...about }));
  }).listen(0, '127.0.0.1');
  await once(google, 'listening');
  return `http://127.0.0.1:${(google.address() as AddressInfo).port}`;
};

const startInstance = async (googleUrl: string) => {
  const child = spawn(process.execPath, ['--no-warnings', launcher], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      WITHOUT_DEMO: 'true',
      DATA_DIR: directory,
      DATABASE_URL: stack.databaseUrl,
      EVENTSTORE_URL: stack.eventStoreUrl,
      REDIS_URL: stack.redisUrl,
      VAULT_MASTER_KEY: masterKey.toString('base64'),
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_TOKENINFO_URL: `${googleUrl}/tokeninfo`,
      GOOGLE_USERINFO_URL: `${googleUrl}/userinfo`,
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const ended = once(child, 'close');
  const [message] = await Promise.race([once(child, 'message'), ended]);
  url = message.ready.url;
  stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
};

beforeAll(async () => {
  stack = await startStack({ eventStore: 'shared process' });
  directory = mkdtempSync(join(tmpdir(), 'erased-'));
  await startInstance(await startGoogle());
  const database = openDatabase({ url: stack.databaseUrl, name: 'erased person spec', connections: 1 });
  closeVault = () => database.close();
  vault = await openVault({ database, masterKeys: [{ version: 1, key: masterKey }] });
}, 120_000);
afterAll(async () => {
  await closeVault?.();
  await stop?.();
  google?.closeAllConnections();
  google?.close();
  await stack?.stop();
  rmSync(directory, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly body: Record<string, string>;
}
const post = async (path: string, body: object, token?: string): Promise<Answer> => {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
};
const ops = (...words: readonly string[]) => {
  const { status, stdout } = spawnSync(process.execPath, [operator, ...words], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATA_DIR: directory },
  });
  return { status, said: stdout.trim() };
};

const tokenMailedTo = (email: string): Promise<string> =>
  vi.waitFor(
    async () => {
      const { mails } = (await (await fetch(`${url}/mailbox/all.json`)).json()) as {
        mails: { to: string; text: string }[];
      };
      const [, token] =
        mails
          .filter(({ to }) => to === email)
          .map(({ text }) => /password_reset#([\w-]{43})/.exec(text))
          .find(Boolean) ?? [];
      expect(token).toBeDefined();
      return token ?? '';
    },
    { timeout: 30_000, interval: 50 },
  );

/** A person who was on the waitlist, opened an account by mail, linked Google, and entered more data. */
const settle = async () => {
  const email = `someone.${randomUUID()}@example.com`;
  const password = `tide ${randomUUID()}`;
  await post('/user/register/', { email });
  await post('/user/password_reset_request/', { email });
  const token = await tokenMailedTo(email);
  expect((await post('/user/password_reset/', { token, password })).status).toBe(200);
  const { access = '', refresh = '' } = (await post('/user/token/', { email, password })).body;
  const google = { sub: `1${randomBytes(8).readBigUInt64BE()}`, email };
  const googleToken = `ya29.${randomUUID()}`;
  googleAccounts.set(googleToken, google);
  const link = { access_token: googleToken, password };
  expect((await post('/user/google_link/', link, access)).status).toBe(200);
  const user = await fetch(`${url}/user/user/`, { headers: { authorization: `Bearer ${access}` } });
  const { id } = (await user.json()) as { id: string };
  const more = { street_address: `${randomUUID()} Tide Street`, phone_number: `+1${Date.now()}` };
  await vault.put(id, {
    street_address: { value: more.street_address },
    phone_number: { value: more.phone_number },
  });
  const secrets = [email, password, access, refresh, token, googleToken, google.sub, ...Object.values(more)];
  return { id, email, password, secrets };
};

const logsOfInstance = (): string[] => {
  const logs = join(directory, 'logs');
  return readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8'));
};

/** The rows of all tables that contain one of these ids; for readers of the log, with the last event they saw. */
const rowsAbout = (tables: ReadonlyMap<string, readonly string[]>, ids: readonly string[]) =>
  Object.fromEntries(
    [...tables]
      .filter(([name]) => !['read_store.checkpoint', 'mail.reading'].includes(name))
      .map(([name, rows]) => [name, rows.filter((row) => ids.some((id) => row.includes(id)))] as const)
      .filter(([, rows]) => rows.length > 0),
  );

describe('a person whom an operator erases', { timeout: 120_000 }, () => {
  it.runIf(onOurStore)(
    'leaves nothing in any table or log, and everything else as it was, to the byte',
    async () => {
      const [gone, other] = [await settle(), await settle()];
      expect(ops('staff', 'grant', `--email=${other.email}`)).toMatchObject({ status: 0 });
      const { email, password } = other;
      const { access } = (await post('/user/token/', { email, password })).body;
      const concept = await post('/api/create_new_concept/', { name: 'Tides', description: 'Moon.' }, access);
      const kept = [other.id, concept.body.id ?? ''];
      const readModels = ['trend_list', 'concept_record', 'growth', 'log_chain', 'waitlist_demand'];
      // Mails and prices are still in progress: compare only once nothing changes any more.
      let last: Record<string, readonly string[]> = {};
      const before = await vi.waitFor(
        async () => {
          const tables = await dumpOf(stack.databaseUrl);
          const [earlier, rows] = [last, rowsAbout(tables, kept)];
          last = rows;
          expect(rows).toEqual(earlier);
          const about = Object.keys(rows).map((table) => table.split('.')[0]);
          expect(about).toEqual(expect.arrayContaining([...readModels, 'people', 'vault']));
          return tables;
        },
        { timeout: 30_000, interval: 1_000 },
      );
      const logBefore = (await dumpOf(stack.logDatabaseUrl)).get('public.event') ?? [];
      expect(rowsAbout(before, [gone.id])).toHaveProperty(['vault.personal_value']);

      expect(ops('erase-person', gone.id, '--reason', 'asked for it')).toEqual({
        status: 0,
        said: `${gone.id} is erased`,
      });

      const [after, log] = [await dumpOf(stack.databaseUrl), await dumpOf(stack.logDatabaseUrl)];
      expect(after.size).toBeGreaterThan(20);
      for (const [name, rows] of [...after, ...log])
        expect(tracesIn(rows.join('\n'), gone.secrets), name).toEqual([]);
      for (const text of logsOfInstance()) expect(tracesIn(text, gone.secrets)).toEqual([]);
      expect(
        Object.keys(rowsAbout(after, [gone.id])).filter((name) => /^(vault|people|link)/.test(name)),
      ).toEqual(['vault.erased_person']);
      expect(rowsAbout(after, kept)).toEqual(rowsAbout(before, kept));
      expect(log.get('public.event')).toEqual(expect.arrayContaining(logBefore));
      expect(ops('verify', 'all')).toMatchObject({ status: 0 });
    },
  );

  it('would be found wherever data of theirs were left', () => {
    const word = 'someone.1@example.com';
    for (const left of [
      word,
      encodeURIComponent(word),
      Buffer.from(`to: ${word}, twice`).toString('base64'),
      Buffer.from(`x${word}`).toString('base64url'),
      `\\x${Buffer.from(`{"email":"${word}"}`).toString('hex')}`,
      `\\x${Buffer.from(Buffer.from(`ab${word}`).toString('base64')).toString('hex')}`,
    ]) {
      expect(tracesIn(`a row with ${left} in it`, [word]), left).not.toEqual([]);
    }
    expect(tracesIn('a row of somebody else: someone.2@example.com', [word])).toEqual([]);
  });
});
