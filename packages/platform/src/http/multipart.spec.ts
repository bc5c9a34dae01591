import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isRefusal, type Refusal } from '@groundswell/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Form, readForm } from './multipart.js';

let server: Server;
let read: Promise<Form | Refusal>;
beforeAll(async () => {
  server = createServer((incoming, answer) => {
    read = readForm(incoming, { bytes: 1_000, files: 2 });
    void read.then((form) => answer.end(isRefusal(form) ? form.refused : `${form.files.length} files`));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const boundary = 'line';
const part = (disposition: string, content: string, more = ''): string =>
  `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n${content}\r\n`;
const file = (content: string): string =>
  part('name="files[]"; filename="wave.png"', content, 'Content-Type: image/png\r\n');
const field = (content: string): string => part('name="name"', content);
const end = `--${boundary}--\r\n`;

/** Sends a body in one piece, or in two with a pause between, under its right length. */
const send = async (body: string, cut = body.length): Promise<string> => {
  const sending = request(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': Buffer.byteLength(body),
    },
  });
  const answered = once(sending, 'response');
  sending.write(body.slice(0, cut));
  await new Promise((resume) => setTimeout(resume, 20));
  sending.end(body.slice(cut));
  const [answer] = (await answered) as [IncomingMessage];
  return Buffer.concat(await answer.toArray()).toString();
};

describe('a form', () => {
  it('is read with its fields and files', async () => {
    expect(await send(field('cover') + file('one') + file('two') + end)).toBe('2 files');
  });

  it.each([
    ['in the middle of a file', file('half of an ima').slice(0, -2)],
    ['behind a file', file('one')],
    ['behind a file, in the middle of the next', file('one') + file('tw').slice(0, -2)],
    ['in the middle of a field', field('cov').slice(0, -2)],
    ['in the middle of a field behind a file', file('one') + field('cov').slice(0, -2)],
    ['in the middle of a file that is too large', file('x'.repeat(2_000)).slice(0, -2)],
    ['in the middle of a file too many', file('1') + file('2') + file('3').slice(0, -2)],
    ['in the middle of a header', file('one') + file('').slice(0, 30)],
    ['in the middle of a boundary', `${file('one')}--li`],
    ['before anything came', ''],
  ])('is refused when it ends %s, however it is cut into pieces', async (_where, body) => {
    expect(await send(body)).toMatch(/^(InvalidRequest|UploadTooLarge|UploadTooMany)$/);
    expect(await send(body, Math.floor(body.length / 2))).toMatch(
      /^(InvalidRequest|UploadTooLarge|UploadTooMany)$/,
    );
  });

  it('is dropped without an error when its sender leaves', async () => {
    const sending = request(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': 10_000 },
    });
    sending.on('error', () => undefined);
    const received = once(server, 'request');
    sending.write(file('half of an image'));
    await received;
    sending.destroy();
    expect(await read).toMatchObject({ refused: 'InvalidRequest' });
  });
});
