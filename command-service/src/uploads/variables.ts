import { httpUrlVariable } from '@groundswell/platform';
import { placeIn } from '@groundswell/platform/s3';
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
  const bucket = placeIn(place, 'S3', 'S3');
  return bucket ? s3Storage(bucket) : diskStorage(place.UPLOADS_DIR);
};
