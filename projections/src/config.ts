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
  /**
   * PostgreSQL connections shared by all read models. Each read model is kept through one more, and the nightly
   * comparison uses a few.
   */
  DATABASE_CONNECTIONS: wholeNumberVariable(2, 200, 4),
  /** Directory for checkpoints, to be copied elsewhere. If unset, none are written. */
  CHECKPOINT_DIR: z.string().min(1).optional(),
  /** Key that signs checkpoints: Ed25519 in PKCS #8 (DER, base64). */
  CHECKPOINT_KEY: z.string().min(1).optional(),
  /** The previous key, needed only until it has signed its successor. */
  CHECKPOINT_KEY_BEFORE: z.string().min(1).optional(),
  /** File in which a key is created and stored if CHECKPOINT_KEY is not set. */
  CHECKPOINT_KEY_FILE: z.string().min(1).optional(),
});

type KeyPlace = Pick<
  z.output<typeof configSchema>,
  'CHECKPOINT_KEY' | 'CHECKPOINT_KEY_BEFORE' | 'CHECKPOINT_KEY_FILE'
>;

/** The signer of checkpoints. Undefined if no key is configured. @throws FatalFault if a key cannot be read */
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
