import { bucketIn, bucketVariables, openBucket } from '@groundswell/platform/mirror';
import { z } from 'zod';
import { type MailPort, mailSink, type Sink, s3Sink } from './sinks.js';

/** Environment variables for mirroring checkpoints. Spread into the schema of the process. */
export const mirrorVariables = {
  ...bucketVariables,
  /** Receives each checkpoint by email. Should be someone who does not run the instance. */
  CHECKPOINT_MAIL_TO: z.email().optional(),
} as const;

const schema = z.object(mirrorVariables);

/** @throws FatalFault when S3 is configured only in part */
export const sinksOf = (place: z.output<typeof schema>, carrier: MailPort): Sink[] => {
  const bucket = bucketIn(place);
  const to = place.CHECKPOINT_MAIL_TO;
  return [
    ...(bucket ? [s3Sink(openBucket(bucket))] : []),
    ...(to === undefined ? [] : [mailSink(carrier, to)]),
  ];
};
