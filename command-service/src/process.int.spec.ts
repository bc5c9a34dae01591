import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Instance, startInstance } from './spec-kit/instance.js';

const built = (path: string): string => fileURLToPath(new URL(`../dist/${path}`, import.meta.url));

let instance: Instance;
beforeAll(async () => {
  instance = await startInstance();
});
afterAll(() => instance.stop());

const run = async (path: string, words: readonly string[], variables: Record<string, string>, input = '') => {
  const child = spawn(process.execPath, ['--no-warnings', built(path), ...words], { env: variables });
  child.stdin.end(input);
  const [out, complaint] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, out: out.trim(), complaint: complaint.trim() };
};
const operator = (words: readonly string[], input?: string) =>
  run('operator/main.js', words, { ...instance.environment }, input);

/** CPU seconds used by a process so far. Unlike wall-clock time, this excludes other processes. */
const processorTime = async (pid: number): Promise<number> => {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

describe('the command service as a process', () => {
  it('becomes ready soon, and ends on SIGTERM with code 0', async () => {
    const child = spawn(process.execPath, ['--no-warnings', built('main.js')], {
      env: instance.environment,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const ended = once(child, 'exit');
    const [{ ready }] = (await once(child, 'message')) as [{ ready: { port: number } }];
    if (process.platform === 'linux') expect(await processorTime(child.pid ?? 0)).toBeLessThan(3);
    await expect
      .poll(async () => (await fetch(`http://127.0.0.1:${ready.port}/health/ready`)).status, {
        timeout: 10_000,
      })
      .toBe(200);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it.each([
    [
      { EVENTSTORE_URL: '', PORT: 'x' },
      'PORT must be a whole number from 0 to 65535; EVENTSTORE_URL is not set',
    ],
    [{ VAULT_MASTER_KEY: Buffer.alloc(32).toString('base64') }, 'VAULT_MASTER_KEY is not the key'],
    [{ NODE_ENV: 'production', DEMO_TIME_TRAVEL: 'true' }, 'DEMO_TIME_TRAVEL is for demos'],
  ])(
    'says in one line why it cannot start with %j, and exits so that it is not restarted',
    async (change, complaint) => {
      const { code, complaint: said } = await run('main.js', [], { ...instance.environment, ...change });
      expect([code, said.split('\n').length]).toEqual([78, 1]);
      expect(said).toContain(complaint);
    },
  );
});

describe('operator commands', { timeout: 120_000 }, () => {
  it('register a person, make them staff, and revoke it', async () => {
    const email = 'grace@example.com';
    const first = await operator(['register-user', '--email', 'Grace@Example.com'], 'a long password\n');
    expect(first).toMatchObject({ code: 0 });
    const [id = ''] = first.out.split(' ');
    expect(first.out).toBe(`${id} is registered`);
    expect((await operator(['staff', 'grant', '--email', email, '--reason', 'joined the team'])).out).toBe(
      `${id} is staff now`,
    );
    expect((await operator(['staff', 'revoke', '--email', email])).out).toBe(`${id} is no longer staff`);
    const { events } = await instance.services.eventStore.readStream(`user-${id}`);
    expect(events.map(({ type }) => type)).toEqual([
      'UserRegistered',
      'PasswordChanged',
      'StaffGranted',
      'StaffRevoked',
    ]);
    expect(events[2]?.metadata).toMatchObject({
      actor: { id: 'operator', role: 'operator' },
      reason: 'joined the team',
    });
    await instance.signIn({ id, email, password: 'a long password' });
  });

  it('give a registered person a new password for a reason', async () => {
    const words = ['register-user', '--email', 'ada@example.com', '--staff'];
    const [id = ''] = (await operator(words, 'the first password')).out.split(' ');
    expect((await operator([...words, '--reason', 'locked out'], 'the second password')).out).toBe(
      `${id} was already registered, as staff. Their password is replaced, and their sessions have ended.`,
    );
    const session = await instance.signIn({ id, email: 'ada@example.com', password: 'the second password' });
    expect(session.access).toBeDefined();
  });

  it('register several people at once, without names or passwords on the command line', async () => {
    const people = [
      { email: 'linus@example.com', password: 'a long password', staff: true },
      { email: 'margaret@example.com', password: 'another long one' },
    ];
    const { code, out } = await operator(['register-users'], JSON.stringify(people));
    const [linus = '', margaret = ''] = out.split('\n').map((line) => line.split(' ')[0]);
    expect([code, out]).toEqual([0, `${linus} is registered, as staff\n${margaret} is registered`]);
    await instance.signIn({ id: margaret, email: 'margaret@example.com', password: 'another long one' });
  });

  it.each([
    [['staff', 'grant', '--email', 'nobody@example.com'], '', 1, 'No one is registered with this address.'],
    [['dance', '--email', 'a@example.com'], '', 2, 'unknown command: dance'],
  ])('say what is wrong with %j', async (words, input, code, complaint) => {
    const answer = await operator(words, input);
    expect(answer).toMatchObject({ code, out: '' });
    expect(answer.complaint).toContain(complaint);
  });

  it('name the variables they need', async () => {
    const answer = await run('operator/main.js', ['staff', 'grant', '--email', 'a@example.com'], {});
    expect(answer.code).toBe(78);
    expect(answer.complaint).toContain(
      'EVENTSTORE_URL is not set; DATABASE_URL is not set; VAULT_MASTER_KEY is not set',
    );
  });
});
