import { createHash } from 'node:crypto';
import { type Refusal, refuse } from '@groundswell/contracts';
import sharp from 'sharp';

/** An image as we keep it: drawn anew from its pixels, so that nothing else of what was sent is left. */
export interface KeptImage {
  /** `<sha256 of the content>.webp`: the same picture is stored once, and a name says nothing of its sender. */
  readonly name: string;
  readonly content: Buffer;
  readonly width: number;
  readonly height: number;
}

// Everything that libvips can read is an attack surface: SVG, PDF, TIFF and the rest stay closed in this process.
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
/** Longest side in pixels: sharp on a large screen, and small on its way there. */
const longestSide = 2_000;
const quality = 82;
/** Decoding takes memory by the pixel, so one image at a time. */
let turn: Promise<unknown> = Promise.resolve();

const draw = async (sent: Buffer): Promise<KeptImage> => {
  const { data: content, info } = await sharp(sent, {
    failOn: 'error',
    limitInputPixels: mostPixels,
    sequentialRead: true,
  })
    // Turned as the camera noted, since that note goes with all the others.
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .timeout({ seconds: 10 })
    .toBuffer({ resolveWithObject: true });
  const name = `${createHash('sha256').update(content).digest('hex')}.webp`;
  return { name, content, width: info.width, height: info.height };
};

/** Decodes what was sent, whatever it calls itself, and draws it anew without metadata. */
export const keepImage = (sent: Buffer): Promise<KeptImage | Refusal> => {
  const drawing = turn
    .then(() => draw(sent))
    .catch((fault: unknown) => {
      const isTooLarge = fault instanceof Error && /pixel limit/.test(fault.message);
      return refuse(isTooLarge ? 'UploadTooManyPixels' : 'UploadNotAnImage');
    });
  turn = drawing;
  return drawing;
};
