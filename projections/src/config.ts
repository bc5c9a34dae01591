import {
  databaseUrlVariable,
  eventStoreUrlVariable,
  processVariables,
  wholeNumberVariable,
} from '@groundswell/platform';
import { z } from 'zod';
import type { Signer } from './checkpoints/make-checkpoint.js';
import { signingKeyIn, signingKeyOfFile } from './checkpoints/signing-key.js';

export const configSchema = z.object({
  ...processVariables,
  EVENTSTORE_URL: eventStoreUrlVariable,
  DATABASE_URL: databaseUrlVariable,
  /** Connections to PostgreSQL that all read models share; each is kept over one more, and the night takes some. */
  DATABASE_CONNECTIONS: wholeNumberVariable(2, 200, 4),
  /** Where checkpoints are written down, to be copied elsewhere; unset, they are not. */
  CHECKPOINT_DIR: z.string().min(1).optional(),
  /** What checkpoints are signed with: an Ed25519 key in PKCS #8 (DER, base64). */
  CHECKPOINT_KEY: z.string().min(1).optional(),
  /** The key before it, for as long as it takes to sign its successor. */
  CHECKPOINT_KEY_BEFORE: z.string().min(1).optional(),
  /** Where a key is made and kept when CHECKPOINT_KEY is not set. */
  CHECKPOINT_KEY_FILE: z.string().min(1).optional(),
});

type KeyPlace = Pick<
  z.output<typeof configSchema>,
  'CHECKPOINT_KEY' | 'CHECKPOINT_KEY_BEFORE' | 'CHECKPOINT_KEY_FILE'
>;

/** Who signs checkpoints; undefined where no key is configured. @throws FatalFault when one cannot be read */
export const signerOf = ({
  CHECKPOINT_KEY: key,
  CHECKPOINT_KEY_BEFORE: before,
  CHECKPOINT_KEY_FILE: file,
}: KeyPlace): Signer | undefined => {
  if (key === undefined && file === undefined) return undefined;
  return {
    key: key === undefined ? signingKeyOfFile(file ?? '') : signingKeyIn(key, 'CHECKPOINT_KEY'),
    before: before === undefined ? undefined : signingKeyIn(before, 'CHECKPOINT_KEY_BEFORE'),
  };
};
