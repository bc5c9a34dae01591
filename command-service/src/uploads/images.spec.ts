import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { keepImage, refusalOf } from './images.js';

const fault = (message: string) => new Error(message);

describe('a fault in drawing an image', () => {
  it.each([
    'Input Buffer is empty',
    'Input buffer contains unsupported image format',
    'Input buffer has corrupt header: VipsJpeg: Bogus Huffman table definition',
    'VipsJpeg: premature end of JPEG image',
    'vipspng: libpng read error',
    'gifload_buffer: Invalid frame data',
    'webp2vips: unable to read pixels',
    'source: bad seek to 8192\nheif: Invalid input: Unspecified: Corrupt frame detected (2.0)',
    'VipsIcc: Couldn’t link the profiles',
    'Unknown error',
  ])('is refused as not an image when the file is at fault: %s', (message) => {
    expect(refusalOf(fault(message))).toMatchObject({ refused: 'UploadNotAnImage' });
  });

  it('is refused as too large when the image is', () => {
    expect(refusalOf(fault('Input image exceeds pixel limit'))).toMatchObject({
      refused: 'UploadTooManyPixels',
    });
  });

  it('asks to try again when it took too long, and logs what the library said', async () => {
    const create = { width: 4_000, height: 4_000, channels: 3, background: '#0b6e69' } as const;
    // No image we accept takes this long; it would take more than ten times its limit of a second.
    const drawing = sharp({ create }).blur(200).png().timeout({ seconds: 1 }).toBuffer();
    const late: unknown = await drawing.catch((reason: unknown) => reason);
    expect(() => refusalOf(late)).toThrow(expect.objectContaining({ statusCode: 503, cause: late }));
    const amid = fault('timeout: 9% complete\nVipsJpeg: premature end of JPEG image');
    expect(() => refusalOf(amid)).toThrow(expect.objectContaining({ statusCode: 503 }));
  });

  it.each([
    'vips_malloc: out of memory',
    'vips2webp: unable to encode',
    'webpsave_buffer: no such operation',
  ])('is an error and not a refusal when our side is at fault: %s', (message) => {
    expect(() => refusalOf(fault(message))).toThrow(message);
  });
});

describe('a file in a format the decoder must never see', () => {
  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'],
    [
      'SVG behind an XML line',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    ],
  ])('is refused as not an image: %s', async (_what, content) => {
    expect(await keepImage(Buffer.from(content))).toMatchObject({ refused: 'UploadNotAnImage' });
  });

  it('is refused as not an image: few bytes that claim many pixels', async () => {
    const create = { width: 1, height: 1, channels: 3, background: '#000' } as const;
    const bomb = await sharp({ create }).png().toBuffer();
    // The first chunk holds width and height, followed by its checksum.
    bomb.writeUInt32BE(6_000, 16);
    bomb.writeUInt32BE(5_000, 20);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    expect(await keepImage(bomb)).toMatchObject({ refused: 'UploadTooManyPixels' });
  });
});
