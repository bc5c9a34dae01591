import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@groundswell/platform/database';
import { onOurStore } from '@groundswell/testing/eventstore-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Instance, startNewInstance } from './instance.js';
import { attempts, childrenOf, environmentOf, passwordsIn } from './intruder.js';
import { type FirstInstance, takeReadyData, trendsAt } from './ready-data.js';
import { expectOneLine, refusalOf } from './refused-start.js';

let instance: Instance;
/** The instance that started from scratch, with no data, and was stopped with Ctrl-C: this one continues on what it left. */
let first: FirstInstance;

const post = (path: string, body: object, token?: string): Promise<Response> =>
  fetch(`${instance.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });

/** As staff do, and waits until it is listed. */
const createTrend = async (name: string): Promise<void> => {
  const { access } = (await (await post('/user/token/', instance.signIns.staff)).json()) as {
    access: string;
  };
  const made = await post('/api/create_new_concept/', { name, description: 'By hand.' }, access);
  expect(made.status).toBe(200);
  await expect.poll(() => trendsAt(instance.url)).toMatchObject({ [name]: 1 });
};

/** Processes whose command line or working directory names the instance's data. */
const processesOf = (dataDirectory: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const variables = readFileSync(`/proc/${pid}/environ`, 'utf8');
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return variables.includes(dataDirectory) || command.includes(dataDirectory) ? [command] : [];
      } catch {
        return [];
      }
    });

/** Parts of an instance that still run: not every one of them names its data. */
const runningOf = (children: ReturnType<typeof childrenOf>): string[] =>
  children.flatMap(({ pid, entry }) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(entry) ? [entry] : [];
    } catch {
      return [];
    }
  });

/** Every file of a directory, with its size and modification time. */
const filesIn = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => {
      const { size, mtimeMs } = statSync(join(directory, name));
      return `${name} ${size} ${mtimeMs}`;
    })
    .sort();

const minutes = 60_000;

beforeAll(async () => {
  const { copy, ...ready } = await takeReadyData();
  first = ready.first;
  // The demo is loaded once more.
  rmSync(join(copy, 'demo-loaded'));
  instance = await startNewInstance({ DATA_DIR: copy });
}, 3 * minutes);
afterAll(() => instance?.stop());

/**
 * Downgrades a data directory to that of a version without event store users and a Redis password.
 * @returns the passwords of the users
 */
const forgetUsers = (dataDirectory: string): Record<string, string> => {
  const passwords = passwordsIn(dataDirectory);
  rmSync(join(dataDirectory, 'event-store'), { recursive: true });
  const file = join(dataDirectory, 'secrets.json');
  const { redisPassword, ...older } = JSON.parse(readFileSync(file, 'utf8'));
  expect(redisPassword).toHaveLength(32);
  writeFileSync(file, JSON.stringify(older));
  return passwords;
};
let forgotten: Record<string, string>;

/** The store has new users, and the earlier ones are unknown. */
const expectOthersThan = async (older: Record<string, string>): Promise<void> => {
  const { EVENTSTORE_URL: url = '' } = environmentOf(instance.dataDirectory, 'workers');
  const { password } = new URL(url);
  expect(password).toBe(passwordsIn(instance.dataDirectory).writer);
  expect(await attempts(url)).toMatchObject({ read: 'done', append: 'done' });
  expect(await attempts(url.replace(password, older.writer ?? ''))).toMatchObject({
    read: 'denied',
    append: 'denied',
  });
};

describe('npm start', { timeout: 3 * minutes }, () => {
  it('says where it is ready, who can sign in, and how long each part took', () => {
    for (const { url, signIns, output } of [first, { ...instance, output: instance.output() }]) {
      expect(output).toContain(`ready on ${url}\n`);
      expect(output).toContain(signIns.staff.password);
      expect(output).toMatch(/staff@groundswell\.test .*\n.*customer@groundswell\.test /);
      for (const part of [
        'postgresql',
        'command-service',
        'gateway',
        'demo',
        ...(onOurStore ? ['event-store'] : []),
      ]) {
        expect(output).toMatch(new RegExp(`^ {2}${part} +\\d+\\.\\d s$`, 'm'));
      }
    }
  });

  it('has everything again after it was stopped: a dozen trends, since loading the demo again adds nothing', async () => {
    expect(Object.keys(first.trends)).toHaveLength(12);
    expect(await trendsAt(instance.url)).toStrictEqual(first.trends);
    expect(instance.signIns).toStrictEqual(first.signIns);
  });

  it('uses no more PostgreSQL connections than the operators’ guide says', async () => {
    const guide = readFileSync(new URL('../../docs/operators.md', import.meta.url), 'utf8');
    const stated = new Map(
      [...guide.matchAll(/^\| `([\w-]+)` \| \d+ \| (\d+) \|$/gm)].map(([, name, most]) => [
        name,
        Number(most),
      ]),
    );
    const { DATABASE_URL: url } = JSON.parse(
      readFileSync(join(instance.dataDirectory, 'operator.json'), 'utf8'),
    );
    const database = openDatabase({ url, name: 'launcher spec', connections: 1 });
    const taken = await database.query<{ service: string; connections: number }>(
      `SELECT split_part(application_name, ' ', 1) AS service, count(*)::int AS connections
       FROM pg_stat_activity WHERE backend_type = 'client backend' GROUP BY 1`,
    );
    await database.close();
    const most = (service: string) => stated.get(service) ?? 0;
    const services = taken.filter(({ service }) => stated.has(service));
    expect(services.map(({ service }) => service).toSorted()).toEqual([...stated.keys()].toSorted());
    for (const { service, connections } of services)
      expect(connections, service).toBeLessThanOrEqual(most(service));
  });

  it.runIf(onOurStore)('keeps its secrets and sign-ins readable only by their owner', () => {
    for (const file of [
      'secrets.json',
      'demo-sign-ins.json',
      'operator.json',
      'event-store/passwords.json',
    ]) {
      expect(statSync(join(instance.dataDirectory, file)).mode & 0o777, file).toBe(0o600);
    }
    const secrets: Record<string, string> = JSON.parse(
      readFileSync(join(instance.dataDirectory, 'secrets.json'), 'utf8'),
    );
    const known = [...Object.values(secrets), ...Object.values(passwordsIn(instance.dataDirectory))];
    // A process's command line can be read by everyone on this machine.
    const words = processesOf(instance.dataDirectory).join('\n');
    expect(known.filter((secret) => words.includes(secret))).toEqual([]);
  });

  it.runIf(onOurStore)(
    'requires sign-in and encryption for every connection to its event store',
    async () => {
      const { EVENTSTORE_URL: url = '', REDIS_URL: redis = '' } = environmentOf(
        instance.dataDirectory,
        'workers',
      );
      expect(await attempts(url)).toEqual({ read: 'done', append: 'done', end: 'denied' });
      expect(await attempts(url.replace(/\/\/[^@]+@/, '//'))).toEqual({
        read: 'denied',
        append: 'denied',
        end: 'denied',
      });
      const plain = url.replace(/\/\/[^@]+@/, '//').replace(/\?.*$/, '?tls=false');
      expect(await attempts(plain)).toEqual({ read: 'no answer', append: 'no answer', end: 'no answer' });
      expect(new URL(redis).password).not.toBe('');
    },
  );

  it.runIf(onOurStore).each(['query-service', 'projections'])(
    'gives %s no credentials to append with',
    async (part) => {
      const { EVENTSTORE_URL: url = '' } = environmentOf(instance.dataDirectory, part);
      expect(await attempts(url)).toEqual({ read: 'done', append: 'denied', end: 'denied' });
    },
  );

  it.runIf(onOurStore).each([
    ['a free port', () => '0'],
    ['the same port', () => new URL(instance.url).port],
  ])(
    'is refused a second time on the same data and %s, and the first one keeps running',
    async (_what, port) => {
      expectOneLine(
        await refusalOf({ DATA_DIR: instance.dataDirectory, PORT: port() }),
        new RegExp(
          `^Groundswell already runs on ${instance.dataDirectory} \\(process ${instance.pid}, ${instance.url}\\)\\.`,
        ),
      );
      await expect.poll(async () => (await fetch(`${instance.url}/health/ready`)).status).toBe(200);
    },
  );

  it('restarts a part that was killed, at the same address', async () => {
    const killed = childrenOf(instance.dataDirectory).find(({ entry }) => entry.includes('query-service'));
    process.kill(killed?.pid ?? 0, 'SIGKILL');
    await expect
      .poll(() => instance.output(), { timeout: 60_000 })
      .toContain('query-service ended (SIGKILL)');
    await expect
      .poll(async () => (await fetch(`${instance.url}/api/get_concepts/`)).status, { timeout: 60_000 })
      .toBe(200);
  });

  it('leaves nothing running when it is killed, and has everything again after the next start', async () => {
    await createTrend('Made by a person');
    const trends = await trendsAt(instance.url);
    const { dataDirectory } = instance;
    const children = childrenOf(dataDirectory);
    expect(runningOf(children).join()).toContain('/web/');
    process.kill(instance.pid, 'SIGKILL');
    await expect.poll(() => processesOf(dataDirectory), { timeout: 30_000 }).toStrictEqual([]);
    await expect.poll(() => runningOf(children), { timeout: 30_000 }).toStrictEqual([]);

    if (onOurStore) forgotten = forgetUsers(dataDirectory);
    instance = await startNewInstance({ DATA_DIR: dataDirectory, DEMO_PASSWORD: 'another-password' });
    expect(await trendsAt(instance.url)).toStrictEqual(trends);
  });

  it.runIf(onOurStore)('makes the users of its event store that an earlier version did not have', () =>
    expectOthersThan(forgotten),
  );

  it('signs the demo in with DEMO_PASSWORD when that is set, also afterwards', async () => {
    expect(instance.signIns.customer.password).toBe('another-password');
    expect((await post('/user/token/', instance.signIns.customer)).status).toBe(200);
  });

  it('stops on Ctrl-C with nothing left behind', async () => {
    const { url, dataDirectory } = instance;
    expect(await instance.interrupt()).toBe(0);
    expect(processesOf(dataDirectory)).toStrictEqual([]);
    expect(existsSync(join(dataDirectory, 'instance.lock'))).toBe(false);
    await expect(fetch(url)).rejects.toThrow();
  });

  it('refuses data of a newer version, and changes nothing in it', async () => {
    const data = join(instance.dataDirectory, 'postgresql');
    writeFileSync(join(data, 'PG_VERSION'), '99\n');
    const before = filesIn(data);
    expectOneLine(
      await refusalOf({ DATA_DIR: instance.dataDirectory }),
      /PostgreSQL 99, which is newer than ours/,
    );
    expect(filesIn(data)).toEqual(before);
  });
});
