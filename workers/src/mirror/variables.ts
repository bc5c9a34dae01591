import { FatalFault, httpUrlVariable } from '@groundswell/platform';
import { z } from 'zod';
import { type MailPort, mailSink, type Sink, s3Sink } from './sinks.js';

const text = z.string().min(1).optional();

/** Where checkpoints are mirrored. Spread it into the schema of the process. */
export const mirrorVariables = {
  CHECKPOINT_S3_ENDPOINT: httpUrlVariable.optional(),
  CHECKPOINT_S3_BUCKET: text,
  CHECKPOINT_S3_REGION: z.string().min(1).default('us-east-1'),
  CHECKPOINT_S3_ACCESS_KEY_ID: text,
  CHECKPOINT_S3_SECRET_ACCESS_KEY: text,
  /** Who gets each checkpoint by mail: somebody who does not run the house. */
  CHECKPOINT_MAIL_TO: z.email().optional(),
} as const;

const schema = z.object(mirrorVariables);

/** @throws FatalFault when only a part of S3 is configured */
export const sinksOf = (
  place: z.output<typeof schema>,
  { carrier, now }: { readonly carrier: MailPort; readonly now: () => Date },
): Sink[] => {
  const {
    CHECKPOINT_S3_ENDPOINT: endpoint,
    CHECKPOINT_S3_BUCKET: bucket,
    CHECKPOINT_S3_REGION: region,
    CHECKPOINT_S3_ACCESS_KEY_ID: accessKeyId,
    CHECKPOINT_S3_SECRET_ACCESS_KEY: secretAccessKey,
    CHECKPOINT_MAIL_TO: to,
  } = place;
  const mails = to === undefined ? [] : [mailSink(carrier, to)];
  if (!endpoint && !bucket && !accessKeyId && !secretAccessKey) return mails;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) {
    throw new FatalFault(
      'Wrong configuration: mirroring checkpoints to S3 needs CHECKPOINT_S3_ENDPOINT, CHECKPOINT_S3_BUCKET, ' +
        'CHECKPOINT_S3_ACCESS_KEY_ID and CHECKPOINT_S3_SECRET_ACCESS_KEY.',
    );
  }
  return [s3Sink({ endpoint, bucket, region, accessKeyId, secretAccessKey }, now), ...mails];
};
