import { describe, expect, it } from 'vitest';
import { lastWords } from './last-words.js';

const frames = `    at Parser.parseErrorMessage (/x/node_modules/pg-protocol/dist/parser.js:285:98)
    at TCP.onStreamRead (node:internal/stream_base_commons:189:23)`;

describe('why a part ended, from what it wrote', () => {
  it.each([
    [
      'an error of PostgreSQL, whose name begins with a small letter',
      `error: terminating connection due to administrator command\n${frames}\n`,
      'error: terminating connection due to administrator command',
    ],
    [
      'what nobody caught, below the place in Node that threw it',
      `node:events:498\n      throw er; // Unhandled 'error' event\n      ^\n\nError: read ECONNRESET\n${frames}
Emitted 'error' event on Client instance at:\n${frames} {\n  errno: -104,\n  code: 'ECONNRESET'\n}\n\nNode.js v22.12.0\n`,
      'Error: read ECONNRESET',
    ],
    [
      'an error with a cause',
      `Error: the outbox stopped\n${frames} {\n  [cause]: TypeError: no such thing\n  ${frames}\n}\n`,
      'Error: the outbox stopped',
    ],
    [
      'the last of several',
      `TypeError: long ago, and caught\n${frames}\nRangeError: at the end\n${frames}\n`,
      'RangeError: at the end',
    ],
    ['a message of several lines', `Error: a first line\nand a second\n${frames}\n`, 'Error: a first line'],
    [
      'one line without a stack',
      'The database is of a newer version.\n',
      'The database is of a newer version.',
    ],
    [
      'memory that ran out',
      `\n<--- Last few GCs --->\n\n[1:0x1] 31 ms: Mark-Compact\n\n<--- JS stacktrace --->\n\nFATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n----- Native stack trace -----\n\n 1: 0xe3 node::OOMErrorHandler [node]\n`,
      'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
    ],
    ['a stack of which the beginning is lost', `${frames}\n`, ''],
    ['nothing', '\n', ''],
  ])('is found in %s', (_what, written, words) => {
    expect(lastWords(written)).toBe(words);
  });
});
