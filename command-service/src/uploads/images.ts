import { hash } from 'node:crypto';
import { type Refusal, refuse } from '@groundswell/contracts';
import sharp from 'sharp';

/** An image as stored: redrawn from its pixels, so that nothing else of the upload remains. */
export interface KeptImage {
  /**
   * `<sha256 of the content>.webp`: the same picture is stored once, and a name reveals nothing about its
   * sender.
   */
  readonly name: string;
  readonly content: Buffer;
  readonly width: number;
  readonly height: number;
}

// Every format libvips reads is attack surface: SVG, PDF, TIFF and the rest are disabled in this process.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});
sharp.cache(false);

const mostPixels = 24_000_000;
/** Longest side in pixels: sharp on a large screen, yet small to transfer. */
const longestSide = 2_000;
const quality = 82;
/** Decoding takes memory per pixel, so one image at a time. */
let turn: Promise<unknown> = Promise.resolve();

const draw = async (sent: Buffer): Promise<KeptImage> => {
  const { data: content, info } = await sharp(sent, {
    failOn: 'error',
    limitInputPixels: mostPixels,
    sequentialRead: true,
  })
    // Applies the camera's orientation, since that metadata is dropped with the rest.
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .timeout({ seconds: 10 })
    .toBuffer({ resolveWithObject: true });
  const name = `${hash('sha256', content)}.webp`;
  return { name, content, width: info.width, height: info.height };
};

/** Answered with 503: this process ran out of time for an image that may be valid. */
class TooSlow extends Error {
  override readonly name = 'TooSlow';
  readonly statusCode = 503;
}

/** libvips's message for a canceled operation; what it was doing may follow. */
const outOfTime = /^timeout: /;
/** libvips's messages for undecodable images begin with the decoder; for some broken PNGs there is none. */
const notDecoded =
  /^(Input [Bb]uffer |Unknown error$|(vipspng|VipsJpeg|webp|webp2vips|gifload_buffer|heif|heifload|VipsIcc): )/m;

/**
 * The refusal for an upload that cannot be used.
 * @throws TooSlow, and every error that is ours
 */
export const refusalOf = (fault: unknown): Refusal => {
  const message = fault instanceof Error ? fault.message : '';
  if (outOfTime.test(message)) throw new TooSlow('resizing an image took too long', { cause: fault });
  if (message.includes('pixel limit')) return refuse('UploadTooManyPixels');
  if (notDecoded.test(message)) return refuse('UploadNotAnImage');
  throw fault;
};

/** Decodes an upload, whatever type it claims, and redraws it without metadata. @throws TooSlow */
export const keepImage = (sent: Buffer): Promise<KeptImage | Refusal> => {
  const drawing = turn.then(() => draw(sent)).catch(refusalOf);
  turn = drawing.catch(() => undefined);
  return drawing;
};
