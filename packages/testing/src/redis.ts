import { once } from 'node:events';
import { connect } from 'node:net';
import { inject } from 'vitest';

/** Redis numbers its databases from 0 to 15; 0 holds the counter that hands them out to test files in turn. */
const databases = 15;

/** An empty database of the shared Redis. With more than fifteen in use at once, the first would be shared. */
export const freshRedis = async (): Promise<string> => {
  const url = new URL(inject('redisUrl'));
  const turn = Number((await ask(url, 'INCR turn')).replace(':', ''));
  const database = 1 + (turn % databases);
  await ask(url, `SELECT ${database}\r\nFLUSHDB`);
  url.pathname = `/${database}`;
  return url.href;
};

/** What a Redis without its memory is like: everything in the database is gone. */
export const emptyRedis = async (redisUrl: string): Promise<void> => {
  const url = new URL(redisUrl);
  await ask(url, `SELECT ${url.pathname.slice(1) || '0'}\r\nFLUSHDB`);
};

/** Sends inline commands and gives the last line of the answers. */
const ask = async (url: URL, commands: string): Promise<string> => {
  const socket = connect(Number(url.port), url.hostname);
  await once(socket, 'connect');
  socket.write(`${commands}\r\nQUIT\r\n`);
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
