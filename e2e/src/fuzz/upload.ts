import fc from 'fast-check';
import type { Expectation } from './request.js';

/** One pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const boundary = 'fuzz-boundary';

interface Part {
  readonly field: string;
  readonly file?: string;
  readonly content: Buffer;
}

const partOf = ({ field, file, content }: Part): Buffer =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${field}"`),
    Buffer.from(file === undefined ? '\r\n\r\n' : `; filename="${file}"\r\ncontent-type: image/png\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);

const formOf = (...parts: Part[]): Buffer =>
  Buffer.concat([...parts.map(partOf), Buffer.from(`--${boundary}--\r\n`)]);

const image = (file: string, content: Buffer = picture): Part => ({ field: 'files[]', file, content });
const field = (name: string, value: string): Part => ({ field: name, content: Buffer.from(value) });
const multipart = `multipart/form-data; boundary=${boundary}`;

interface Form {
  readonly kind: string;
  readonly expect: Expectation;
  readonly body: Buffer;
  readonly type: string;
}

const form = (kind: string, expect: Expectation, body: Buffer, type = multipart): Form => ({
  kind,
  expect,
  body,
  type,
});

const good = fc
  .constantFrom('wave.png', '../../etc/passwd', 'a b.png', 'x'.repeat(200), '波.png')
  .map((name) => form('an image', 'understood', formOf(image(name))));

const bad = fc.constantFrom(
  form('no file', 'refused', formOf(field('name', 'wave'))),
  form('an empty file', 'refused', formOf(image('wave.png', Buffer.alloc(0)))),
  form(
    'text that calls itself an image',
    'refused',
    formOf(image('wave.png', Buffer.from('these are words'))),
  ),
  form(
    'SVG',
    'refused',
    formOf(image('a.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'))),
  ),
  form('half an image', 'refused', formOf(image('a.png', picture.subarray(0, 30)))),
  form(
    'eleven images',
    'refused',
    formOf(...Array.from({ length: 11 }, (_, index) => image(`${index}.png`))),
  ),
  form('an unknown field', 'refused', formOf(image('a.png'), field('is_staff', '1'))),
  form('a name too long', 'refused', formOf(image('a.png'), field('name', 'x'.repeat(201)))),
  form('no bucket', 'refused', formOf(image('a.png'), field('bucket_name', '../other'))),
  form('a field of another name', 'refused', formOf({ field: 'file', file: 'a.png', content: picture })),
  form('a prototype as a field', 'refused', formOf(image('a.png'), field('__proto__', 'x'))),
  form('no end', 'refused', formOf(image('a.png')).subarray(0, -6)),
  form('nothing at all', 'refused', Buffer.alloc(0)),
  form('no boundary', 'refused', formOf(image('a.png')), 'multipart/form-data'),
  form('JSON', 'refused', Buffer.from('{"name":"wave"}'), 'application/json'),
  form(
    'an image beyond 5 MiB',
    'refused',
    formOf(image('a.png', Buffer.concat([picture, Buffer.alloc(5_300_000)]))),
  ),
);

/** Valid forms, and every kind that the upload must refuse. */
export const uploads: fc.Arbitrary<Form> = fc.oneof(
  { weight: 5, arbitrary: good },
  { weight: 6, arbitrary: bad },
);
