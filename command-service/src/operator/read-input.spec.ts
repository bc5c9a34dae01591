import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readInput } from './read-input.js';

const prompt = 'Password: ';
/** A terminal or a pipe, and what was written to standard error. */
const given = (isTTY: boolean) => {
  const raw: boolean[] = [];
  const input = Object.assign(new PassThrough(), { isTTY, setRawMode: (on: boolean) => raw.push(on) });
  const stopping = new AbortController();
  let said = '';
  const notes = { write: (text: string) => (said += text) };
  const interrupt = () => stopping.abort(new Error('interrupted'));
  const reading = { input, notes, interrupt, signal: stopping.signal };
  return { input, reading, raw, said: () => said };
};

describe('what is typed at a terminal', () => {
  it('is prompted for apart from the result, is not shown, and ends with its line', async () => {
    const { input, reading, raw, said } = given(true);
    const typed = readInput(reading)(prompt);
    for (const keys of ['a lonk', '\u007f', 'g password', '\r', 'more']) input.write(keys);
    expect(await typed).toBe('a long password');
    expect([said(), raw]).toEqual(['Password: \n', [true, false]]);
  });

  it('is broken off by Ctrl-C, and leaves the terminal as it was', async () => {
    const { input, reading, raw } = given(true);
    const typed = readInput(reading)(prompt);
    input.write('half\u0003');
    await expect(typed).rejects.toThrow('interrupted');
    expect(raw).toEqual([true, false]);
  });
});

describe('what comes by a pipe', () => {
  it('is read whole, without its last newline and without a prompt', async () => {
    const { input, reading, said } = given(false);
    input.end('a long password\n');
    expect([await readInput(reading)(prompt), said()]).toEqual(['a long password', '']);
  });

  it('stops being waited for once the command is to end', async () => {
    const { reading } = given(false);
    const read = readInput(reading)(prompt);
    reading.interrupt();
    await expect(read).rejects.toThrow();
  });

  it('is handed out line by line, and then all that is left', async () => {
    const { input, reading } = given(false);
    input.end('ann@example.com\r\na long password\n');
    const read = readInput(reading);
    expect(await read('Address: ', 'line')).toBe('ann@example.com');
    expect(await read(prompt)).toBe('a long password');
  });
});
