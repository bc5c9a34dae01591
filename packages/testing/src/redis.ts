import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, inject, onTestFinished } from 'vitest';

/** Redis numbers its databases from 0 to 15; 0 holds who has which of the others. */
const databases = 15;
/** Milliseconds to wait until a database is returned: other test files run at the same time. */
const patience = { most: 20_000, pause: 100 } as const;

/** An empty database of the shared Redis, exclusive until it is returned. */
export interface RedisDatabase {
  readonly url: string;
  readonly giveBack: () => Promise<void>;
}

/** @throws when all are taken, and stay so */
export const takeRedis = async (): Promise<RedisDatabase> => {
  const shared = new URL(inject('redisUrl'));
  const deadline = performance.now() + patience.most;
  do {
    for (let database = 1; database <= databases; database += 1) {
      if ((await ask(shared, `SET taken:${database} 1 NX`)) !== '+OK') continue;
      await ask(shared, `SELECT ${database}\r\nFLUSHDB`);
      const url = new URL(shared);
      url.pathname = `/${database}`;
      let isTaken = true;
      const giveBack = async (): Promise<void> => {
        if (isTaken) await ask(shared, `DEL taken:${database}`);
        isTaken = false;
      };
      return { url: url.href, giveBack };
    }
    await setTimeout(patience.pause);
  } while (performance.now() < deadline);
  throw new Error(`all ${databases} databases of the shared Redis are taken`);
};

const untilTheEnd: RedisDatabase[] = [];
afterAll(async () => {
  for (const { giveBack } of untilTheEnd) await giveBack();
});

/** The address of an empty database, given back after the test that asked for it, or after the file when a hook did. */
export const freshRedis = async (): Promise<string> => {
  const database = await takeRedis();
  try {
    onTestFinished(database.giveBack);
  } catch {
    untilTheEnd.push(database);
  }
  return database.url;
};

/** What a Redis without its memory is like: everything in the database is gone. */
export const emptyRedis = async (redisUrl: string): Promise<void> => {
  const url = new URL(redisUrl);
  await ask(url, `SELECT ${url.pathname.slice(1) || '0'}\r\nFLUSHDB`);
};

const reading: Readonly<Record<string, string>> = {
  string: "'GET',k",
  hash: "'HGETALL',k",
  list: "'LRANGE',k,0,-1",
  set: "'SMEMBERS',k",
  zset: "'ZRANGE',k,0,-1",
  stream: "'XRANGE',k,'-','+'",
};

/** Everything that lies in the database, as one text to be searched. */
export const redisText = async (redisUrl: string): Promise<string> => {
  const url = new URL(redisUrl);
  const values = Object.entries(reading).map(
    ([type, call]) => `if t=='${type}' then v=redis.call(${call}) end`,
  );
  const each = `local t=redis.call('TYPE',k).ok local v ${values.join(' ')} o[#o+1]={k,v}`;
  const script = `local o={} for _,k in ipairs(redis.call('KEYS','*')) do ${each} end return cjson.encode(o)`;
  return ask(url, `SELECT ${url.pathname.slice(1) || '0'}\r\nEVAL "${script}" 0`);
};

/** Sends inline commands and gives the last line of the answers. */
const ask = async (url: URL, commands: string): Promise<string> => {
  const socket = connect(Number(url.port), url.hostname);
  await once(socket, 'connect');
  socket.write(`AUTH ${url.password}\r\n${commands}\r\nQUIT\r\n`);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString();
  });
  await once(socket, 'close');
  const lines = answer.trim().split('\r\n');
  const failure = lines.find((line) => line.startsWith('-'));
  if (failure !== undefined) throw new Error(`Redis refused "${commands}": ${failure}`);
  return lines.at(-2) ?? '';
};
