import {
  calls,
  isRefusal,
  type Refusal,
  refuse,
  uploadFormSchema,
  uploadLimits,
} from '@groundswell/contracts';
import type { Log } from '@groundswell/platform';
import {
  type CallInput,
  type Exchange,
  SerialisedAnswer,
  Serves,
  signedIn,
} from '@groundswell/platform/http';
import { Controller, Inject } from '@nestjs/common';
import { type Counter, overLimit } from '../shared/limit.js';
import { uploadsToken } from '../shared/tokens.js';
import { keepImage } from './images.js';
import type { Storage } from './storage.js';

/** Dependencies of the upload endpoints. */
export interface Uploads {
  readonly storage: Storage;
  /** The only bucket that may be named; undefined for disk storage, which has none. */
  readonly bucket: string | undefined;
  readonly limits: { readonly perUser: Counter };
  readonly now: () => Date;
  readonly log: Log;
}

/** Names of stored images; nothing else is looked up. */
const ownName = /^[0-9a-f]{64}\.webp$/;

/** An image opened on its own runs nothing and loads nothing, whatever a browser takes it for. */
const imageHeaders = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-disposition': 'inline',
  'content-security-policy': "default-src 'none'; sandbox",
} as const;

@Controller()
export class UploadEndpoints {
  constructor(@Inject(uploadsToken) private readonly uploads: Uploads) {}

  @Serves(calls.uploadFile)
  async upload(_input: CallInput<typeof calls.uploadFile>, exchange: Exchange) {
    const { limits, now, log } = this.uploads;
    const { id: userId } = signedIn(exchange);
    const tooMany = await overLimit(exchange, now(), [limits.perUser, userId]);
    if (tooMany) return tooMany;
    const form = await exchange.readForm(uploadLimits);
    if (isRefusal(form)) return form;
    const wrong = this.refuseFields(form.fields);
    if (wrong) return wrong;
    const files = form.files.filter(({ field }) => field === 'files[]');
    if (files.length === 0 || files.length < form.files.length) return refuse('UploadMissing');
    const stored = [];
    for (const { content } of files) {
      const image = await this.store(content);
      if (isRefusal(image)) return image;
      stored.push(image);
    }
    log.info({ userId, images: stored.map(({ url }) => url) }, 'images uploaded');
    return { uploaded_files: stored };
  }

  @Serves(calls.getUpload)
  async get({ params: { file } }: CallInput<typeof calls.getUpload>, exchange: Exchange) {
    if (!ownName.test(file)) return refuse('NotFound');
    const etag = `"${file}"`;
    const isKnown = exchange.header('if-none-match') === etag;
    const content = isKnown ? Buffer.alloc(0) : await this.uploads.storage.get(file);
    if (!content) return refuse('NotFound');
    for (const [name, value] of Object.entries({ ...imageHeaders, etag })) exchange.setHeader(name, value);
    return new SerialisedAnswer(content, 'image/webp', isKnown ? 304 : 200);
  }

  private refuseFields(given: Readonly<Record<string, string>>): Refusal | undefined {
    const fields = uploadFormSchema.safeParse({ ...given });
    const { bucket } = this.uploads;
    const isElsewhere =
      bucket !== undefined && fields.data?.bucket_name !== undefined && fields.data.bucket_name !== bucket;
    return fields.success && !isElsewhere ? undefined : refuse('InvalidRequest');
  }

  private async store(content: Buffer) {
    const image = await keepImage(content);
    if (isRefusal(image)) return image;
    await this.uploads.storage.put(image.name, image.content);
    return { url: `/uploads/${image.name}`, width: image.width, height: image.height };
  }
}
