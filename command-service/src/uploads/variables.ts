import { FatalFault, httpUrlVariable } from '@groundswell/platform';
import { z } from 'zod';
import { diskStorage } from './disk-storage.js';
import { s3Storage } from './s3-storage.js';
import type { Storage } from './storage.js';

const text = z.string().min(1).optional();

/** Variables for upload storage. Spread them into the schema of the process. */
export const uploadVariables = {
  /** A directory; unused when S3 is configured. */
  UPLOADS_DIR: z.string().min(1).default('.data/uploads'),
  S3_ENDPOINT: httpUrlVariable.optional(),
  S3_BUCKET: text,
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
} as const;

const uploadSchema = z.object(uploadVariables);
export type UploadPlace = z.output<typeof uploadSchema>;

/**
 * S3 when configured, else the directory.
 * @throws FatalFault when S3 is only partly configured
 */
export const storageOf = (place: UploadPlace): Storage => {
  const {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_REGION: region,
  } = place;
  if (!endpoint && !bucket && !accessKeyId && !secretAccessKey) return diskStorage(place.UPLOADS_DIR);
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) {
    throw new FatalFault(
      'Wrong configuration: S3 needs S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
    );
  }
  return s3Storage({ endpoint, bucket, region, accessKeyId, secretAccessKey });
};
