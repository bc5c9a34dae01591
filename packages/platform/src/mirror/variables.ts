import { z } from 'zod';
import { httpUrlVariable } from '../config/variables.js';
import { FatalFault } from '../process/fatal.js';
import type { S3Place } from './s3-request.js';

const text = z.string().min(1).optional();

/** The bucket into which checkpoints are mirrored. Spread it into the schema of a process. */
export const bucketVariables = {
  CHECKPOINT_S3_ENDPOINT: httpUrlVariable.optional(),
  CHECKPOINT_S3_BUCKET: text,
  CHECKPOINT_S3_REGION: z.string().min(1).default('us-east-1'),
  CHECKPOINT_S3_ACCESS_KEY_ID: text,
  CHECKPOINT_S3_SECRET_ACCESS_KEY: text,
} as const;

const schema = z.object(bucketVariables);

/** Undefined where none is configured. @throws FatalFault when only a part is */
export const bucketIn = (variables: z.output<typeof schema>): S3Place | undefined => {
  const {
    CHECKPOINT_S3_ENDPOINT: endpoint,
    CHECKPOINT_S3_BUCKET: bucket,
    CHECKPOINT_S3_REGION: region,
    CHECKPOINT_S3_ACCESS_KEY_ID: accessKeyId,
    CHECKPOINT_S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = variables;
  if (!endpoint && !bucket && !accessKeyId && !secretAccessKey) return undefined;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) {
    throw new FatalFault(
      'Wrong configuration: mirroring checkpoints to S3 needs CHECKPOINT_S3_ENDPOINT, CHECKPOINT_S3_BUCKET, ' +
        'CHECKPOINT_S3_ACCESS_KEY_ID and CHECKPOINT_S3_SECRET_ACCESS_KEY.',
    );
  }
  return { endpoint, bucket, region, accessKeyId, secretAccessKey };
};
