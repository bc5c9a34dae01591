import { z } from 'zod';
import { httpUrlVariable } from '../config/variables.js';
import { placeIn, type S3Place } from '../s3/place.js';

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
export const bucketIn = (variables: z.output<typeof schema>): S3Place | undefined =>
  placeIn(variables, 'CHECKPOINT_S3', 'mirroring checkpoints to S3');
