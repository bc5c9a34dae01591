import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls, uploadLimits } from '@groundswell/contracts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Instance, startInstance } from '../spec-kit/instance.js';

/** More than the tests below send for one staff member. */
const perMinute = 100;

let instance: Instance;
let directory: string;
let staff: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'uploads-'));
  instance = await startInstance({ UPLOADS_DIR: directory, UPLOADS_PER_USER: String(perMinute) });
  staff = (await instance.signIn(await instance.register({ staff: true }))).access;
});
afterAll(async () => {
  await instance.stop();
  await rm(directory, { recursive: true, force: true });
});

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 11, g: 110, b: 105 } } });
const file = (content: Buffer | string, name = 'wave.png', type = 'image/png') =>
  new File([typeof content === 'string' ? content : new Uint8Array(content)], name, { type });

interface Uploaded {
  readonly status: number;
  readonly code: string | undefined;
  readonly files: readonly { readonly url: string; readonly width: number; readonly height: number }[];
}

const send = async (form: FormData | string, token = staff): Promise<Uploaded> => {
  const answer = await fetch(new URL(calls.uploadFile.path, instance.url), {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  });
  const body = (await answer.json()) as { code?: string; uploaded_files?: Uploaded['files'] };
  return { status: answer.status, code: body.code, files: body.uploaded_files ?? [] };
};
const upload = (content: Buffer | string, name?: string, type?: string): Promise<Uploaded> => {
  const form = new FormData();
  form.append('name', 'cover');
  form.append('files[]', file(content, name, type));
  return send(form);
};
const read = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, instance.url), { headers });

describe('an uploaded image', () => {
  it.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('may be %s', async (format) => {
    const answer = await upload(await picture(40, 30).toFormat(format).toBuffer());
    expect(answer).toMatchObject({ status: 200, files: [{ width: 40, height: 30 }] });
    expect(answer.files[0]?.url).toMatch(/^\/uploads\/[0-9a-f]{64}\.webp$/);
  });

  it('is served forever under its content’s hash, and cannot run anything in a browser', async () => {
    const { files } = await upload(await picture(50, 50).png().toBuffer());
    const url = files[0]?.url ?? '';
    const answer = await read(url);
    const content = Buffer.from(await answer.arrayBuffer());
    expect(url).toContain(createHash('sha256').update(content).digest('hex'));
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
    });
    const etag = answer.headers.get('etag') ?? '';
    expect((await read(url, { 'if-none-match': etag })).status).toBe(304);
  });

  it('loses its metadata, and is rotated as the camera recorded', async () => {
    const sent = await picture(60, 20)
      .withExif({ IFD0: { Copyright: 'Ann Example', Artist: 'Lisbon 38.7' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(sent.toString('latin1')).toContain('Ann Example');
    const { files } = await upload(sent, 'ann.jpg', 'image/jpeg');
    expect(files[0]).toMatchObject({ width: 20, height: 60 });
    const kept = Buffer.from(await (await read(files[0]?.url ?? '')).arrayBuffer());
    expect(kept.toString('latin1')).not.toMatch(/Ann Example|Lisbon|Exif/);
  });

  it('is stored once, however often it comes', async () => {
    const content = await picture(33, 33).png().toBuffer();
    const [one, other] = [await upload(content), await upload(content, 'another.png')];
    expect(one.files).toEqual(other.files);
  });

  it('is made smaller when it is larger than a screen', async () => {
    const { files } = await upload(await picture(4_000, 1_000).png().toBuffer());
    expect(files[0]).toMatchObject({ width: 2_000, height: 500 });
  });

  it('comes alone or with others, in order', async () => {
    const form = new FormData();
    form.append('files[]', file(await picture(10, 20).png().toBuffer()));
    form.append('files[]', file(await picture(20, 10).png().toBuffer()));
    expect((await send(form)).files.map(({ width }) => width)).toEqual([10, 20]);
  });

  it('lands in one directory, whatever its sender calls it', async () => {
    const content = await picture(21, 21).png().toBuffer();
    for (const name of ['../../evil.png', '..\\evil.png', '/etc/passwd', 'a\u0000.png', '.webp']) {
      expect((await upload(content, name)).status).toBe(200);
    }
    const names = await readdir(directory);
    expect(names.filter((name) => !/^[0-9a-f]{64}\.webp$/.test(name))).toEqual([]);
    expect(names.length).toBeGreaterThan(5);
  });
});

/** Valid SVG, which this service refuses to render. */
const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">${content}</svg>`;

describe('a file that is not an image we accept', () => {
  it.each([
    ['SVG with a script', svg('<script>alert(1)</script>'), 'image/svg+xml'],
    ['SVG that calls itself PNG', `<?xml version="1.0"?>${svg('')}`, 'image/png'],
    ['text named .png', 'these are words', 'image/png'],
    ['HTML behind the first bytes of a GIF', 'GIF89a<script>alert(1)</script>', 'image/gif'],
    ['PDF', '%PDF-1.7\n1 0 obj', 'image/png'],
    ['nothing', '', 'image/png'],
  ])('is refused: %s', async (_what, content, type) => {
    const answer = await upload(content, 'wave.png', type);
    expect([answer.status, answer.code]).toEqual([422, 'UploadNotAnImage']);
  });

  it('is refused: TIFF, though it can be read', async () => {
    expect((await upload(await picture(10, 10).tiff().toBuffer())).code).toBe('UploadNotAnImage');
  });

  it('is refused: half an image', async () => {
    const whole = await sharp(Buffer.alloc(300 * 300 * 3, randomUUID()), {
      raw: { width: 300, height: 300, channels: 3 },
    })
      .png()
      .toBuffer();
    expect((await upload(whole.subarray(0, whole.length / 2))).code).toBe('UploadNotAnImage');
  });

  it('is refused: few bytes that unpack to many pixels', async () => {
    const bomb = await picture(6_000, 5_000).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(500_000);
    const answer = await upload(bomb);
    expect([answer.status, answer.code]).toEqual([422, 'UploadTooManyPixels']);
  });

  it('is refused: more than 5 MiB', async () => {
    const answer = await upload(Buffer.alloc(uploadLimits.bytes + 1, 1));
    expect([answer.status, answer.code]).toEqual([413, 'UploadTooLarge']);
    // Beyond the call's limit, which is checked before the form.
    const beyond = await upload(Buffer.alloc(6 * 1024 * 1024, 1));
    expect([beyond.status, beyond.code]).toEqual([413, 'RequestTooLarge']);
  });

  it('is refused: more than ten', async () => {
    const form = new FormData();
    for (let turn = 0; turn < 11; turn += 1) form.append('files[]', file('x'));
    expect((await send(form)).code).toBe('UploadTooMany');
  });
});

describe('an upload form', () => {
  it.each([
    ['without files', (form: FormData) => form.append('name', 'cover'), 'UploadMissing'],
    ['with files elsewhere', (form: FormData) => form.append('avatar', file('x')), 'UploadMissing'],
    ['with a field nobody knows', (form: FormData) => form.append('path', '/etc'), 'InvalidRequest'],
    ['with a bucket that is none', (form: FormData) => form.append('bucket_name', '../x'), 'InvalidRequest'],
    ['with a prototype', (form: FormData) => form.append('__proto__', '{}'), 'InvalidRequest'],
  ])('is refused %s', async (_what, fill, code) => {
    const form = new FormData();
    fill(form);
    expect((await send(form)).code).toBe(code);
  });

  it('must be multipart', async () => {
    expect(await send('{}')).toMatchObject({ status: 415, code: 'UnsupportedMediaType' });
  });

  it('is refused when it breaks off, and the service continues', async () => {
    await new Promise<void>((resolve) => {
      const broken = request(new URL(calls.uploadFile.path, instance.url), {
        method: 'POST',
        headers: {
          authorization: `Bearer ${staff}`,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': 5_000,
        },
      });
      broken.on('error', () => resolve());
      const beginning = '--x\r\ncontent-disposition: form-data; name="files[]"; filename="a"\r\n\r\nabc';
      broken.write(beginning, () => broken.destroy());
    });
    expect((await upload(await picture(5, 5).png().toBuffer())).status).toBe(200);
  });

  it('is refused when its closing boundary is missing, and the service continues', async () => {
    const answer = await fetch(new URL(calls.uploadFile.path, instance.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${staff}`, 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x\r\ncontent-disposition: form-data; name="files[]"; filename="a"\r\n\r\nhalf of an image',
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'InvalidRequest' }]);
    expect((await upload(await picture(5, 5).png().toBuffer())).status).toBe(200);
  });

  it('is limited by the minute for each member of staff', async () => {
    const busy = (await instance.signIn(await instance.register({ staff: true }))).access;
    const statuses: number[] = [];
    for (let turn = 0; turn < perMinute; turn += 1) statuses.push((await send(new FormData(), busy)).status);
    expect(statuses).not.toContain(429);
    expect(await send(new FormData(), busy)).toMatchObject({ status: 429, code: 'TooManyRequests' });
    expect((await upload(await picture(5, 5).png().toBuffer())).status).toBe(200);
  });

  it('from a person who is not staff is not even read', async () => {
    const customer = (await instance.signIn(await instance.register())).access;
    const form = new FormData();
    form.append('files[]', file(await picture(5, 5).png().toBuffer()));
    expect(await send(form, customer)).toMatchObject({ status: 403, code: 'NotStaff' });
    expect(await send(form, 'none')).toMatchObject({ status: 401, code: 'NotSignedIn' });
  });
});

describe('an address of an image', () => {
  it.each([
    '/uploads/..%2f..%2fetc%2fpasswd',
    '/uploads/%2e%2e/secrets.json',
    `/uploads/${'0'.repeat(64)}.webp`,
    `/uploads/${'0'.repeat(64)}.html`,
    '/uploads/.',
    '/uploads/',
  ])('leads nowhere: %s', async (path) => {
    expect((await read(path)).status).toBe(404);
  });
});
