import { once } from 'node:events';
import { connect } from 'node:net';

/** Of the Redis of a run. */
export const redisPassword = 'money-run';

/** Hears every command that is sent to a Redis, with all that it carries, until told to stop. */
export const overhear = async (port: number): Promise<() => Promise<string>> => {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    heard += chunk;
  });
  await once(socket, 'connect');
  socket.write(`AUTH ${redisPassword}\r\nMONITOR\r\n`);
  await once(socket, 'data');
  return async () => {
    socket.destroy();
    return heard;
  };
};

const fine = '+OK\r\n';

/**
 * What commands of their own line are answered, as it comes over the wire.
 * @throws Error when Redis went away before it had answered them all.
 */
const ask = async (port: number, commands: readonly string[]): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    answer += chunk;
  });
  await once(socket, 'connect');
  // Redis closes after answering QUIT; it does not answer a client that has closed its side before.
  socket.write(`${[`AUTH ${redisPassword}`, ...commands, 'QUIT'].join('\r\n')}\r\n`);
  await once(socket, 'close');
  if (!answer.endsWith(fine)) throw new Error(`Redis broke off after ${answer.length} characters.`);
  return answer.slice(fine.length, -fine.length);
};

/**
 * Says one command.
 * @throws Error with what Redis has against it.
 */
export const say = async (port: number, command: string): Promise<void> => {
  const answer = await ask(port, [command]);
  if (answer.startsWith('-')) throw new Error(`${command.split(' ')[0]}: ${answer.slice(1).trim()}`);
};

/** Every key and its value, as they come over the wire; a key that is of another type answers with an error. */
export const contentOf = async (port: number): Promise<string> => {
  const keys = (await ask(port, ['KEYS *'])).split('\r\n').filter((line) => !/^([*$]\d+|)$/.test(line));
  const reads = keys.flatMap((key) => {
    const quoted = `"${key}"`;
    return [
      `GET ${quoted}`,
      `HGETALL ${quoted}`,
      `LRANGE ${quoted} 0 -1`,
      `SMEMBERS ${quoted}`,
      `ZRANGE ${quoted} 0 -1`,
      `XRANGE ${quoted} - +`,
    ];
  });
  return `${keys.join('\n')}\n${await ask(port, reads)}`;
};
