import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FatalFault } from '@groundswell/platform';
import { z } from 'zod';
import type { Config } from './config.js';
import { readOwn } from './faults.js';

const secretsSchema = z.object({
  /** Ed25519 keys as JWK, base64url of their JSON. */
  tokenPrivateKey: z.string(),
  tokenPublicKey: z.string(),
  /** 32 bytes, base64. */
  vaultMasterKey: z.string(),
  databasePassword: z.string(),
  redisPassword: z.string(),
});
export type Secrets = z.infer<typeof secretsSchema>;

/** Data directories of older versions lack this one; no stored data depends on it. */
const keptSchema = secretsSchema.extend({ redisPassword: z.string().optional() });

/**
 * The secrets of this data directory: created at the first start, kept, readable only by the owner. The
 * environment takes precedence. Data whose secrets are gone could not be read: this is an error, not a fresh
 * start.
 */
export const secretsOf = (directory: string, config: Config): Secrets => {
  if ((config.TOKEN_PRIVATE_KEY === undefined) !== (config.TOKEN_PUBLIC_KEY === undefined))
    throw new FatalFault('TOKEN_PRIVATE_KEY and TOKEN_PUBLIC_KEY belong together: set both, or neither.');
  const file = join(directory, 'secrets.json');
  const kept = existsSync(file) ? read(file) : undefined;
  if (kept === undefined && existsSync(join(directory, 'postgresql'))) {
    throw new FatalFault(
      `${file} is missing, and the data next to it cannot be read without it. Put it back.`,
    );
  }
  const secrets = { ...makeSecrets(), ...kept };
  if (kept?.redisPassword === undefined) writePrivately(file, secrets);
  return {
    databasePassword: secrets.databasePassword,
    redisPassword: secrets.redisPassword,
    vaultMasterKey: config.VAULT_MASTER_KEY ?? secrets.vaultMasterKey,
    tokenPrivateKey: config.TOKEN_PRIVATE_KEY ?? secrets.tokenPrivateKey,
    tokenPublicKey: config.TOKEN_PUBLIC_KEY ?? secrets.tokenPublicKey,
  };
};

const read = (file: string): z.infer<typeof keptSchema> => {
  const text = readOwn(file);
  try {
    return keptSchema.parse(JSON.parse(text));
  } catch {
    throw new FatalFault(`${file} is damaged. Put the original back.`);
  }
};

export const makeSecrets = (): Secrets => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const encode = (key: typeof privateKey) =>
    Buffer.from(JSON.stringify({ ...key.export({ format: 'jwk' }), alg: 'EdDSA' })).toString('base64url');
  return {
    tokenPrivateKey: encode(privateKey),
    tokenPublicKey: encode(publicKey),
    vaultMasterKey: randomBytes(32).toString('base64'),
    databasePassword: randomBytes(24).toString('base64url'),
    redisPassword: randomBytes(24).toString('base64url'),
  };
};

/** Written under a temporary name and renamed: an interrupted start leaves the whole file or none. */
export const writePrivately = (file: string, content: unknown): void => {
  const unfinished = `${file}.unfinished`;
  writeFileSync(unfinished, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, file);
};
