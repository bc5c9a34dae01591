import { appendFileSync } from 'node:fs';
import { Socket } from 'node:net';

/** Loaded before a program: notes the port of every connection that it opens, whatever library opens it. */
const file = process.env.NOTE_CONNECTIONS ?? '';
const connect = Socket.prototype.connect;
Socket.prototype.connect = function (this: Socket, ...words: unknown[]): Socket {
  const [first] = Array.isArray(words[0]) ? words[0] : words;
  const port = typeof first === 'object' && first !== null && 'port' in first ? first.port : first;
  appendFileSync(file, `${String(port)}\n`);
  return Reflect.apply(connect, this, words);
};
