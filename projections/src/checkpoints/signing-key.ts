import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  sign,
} from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { FatalFault } from '@groundswell/platform';

/** Key for signing checkpoints. Only its public half ever leaves this process. */
export interface SigningKey {
  /** SHA-256 of the public key, hexadecimal. */
  readonly id: string;
  /** The 32 bytes of the Ed25519 public key, base64. */
  readonly publicKey: string;
  /** Ed25519 over the UTF-8 bytes of a text, base64. */
  sign(text: string): string;
}

const publicBytesOf = (key: KeyObject): Buffer =>
  Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url');

/** The id of a public key, from its bytes. */
export const keyIdOf = (publicKey: Buffer): string => hash('sha256', publicKey);

const signingKey = (key: KeyObject): SigningKey => {
  const bytes = publicBytesOf(key);
  return {
    id: keyIdOf(bytes),
    publicKey: bytes.toString('base64'),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
  };
};

/**
 * Reads a key from a variable: PKCS #8 in DER, base64, as from `openssl genpkey -algorithm ed25519 -outform DER |
 * base64 -w0`.
 * @throws FatalFault if it is not such a key
 */
export const signingKeyIn = (text: string, variable: string): SigningKey => {
  try {
    const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
    if (key.asymmetricKeyType === 'ed25519') return signingKey(key);
  } catch {
    // Reported below, without quoting the value.
  }
  throw new FatalFault(
    `Wrong configuration: ${variable} must be an Ed25519 key in PKCS #8 (DER, base64): ` +
      'openssl genpkey -algorithm ed25519 -outform DER | base64 -w0',
  );
};

/**
 * The key in a file that only its owner can read; created if missing. Of two processes that create one, the
 * first wins.
 */
export const signingKeyOfFile = (path: string): SigningKey => {
  if (!existsSync(path)) makeKeyFile(path);
  return signingKeyIn(readFileSync(path, 'utf8').trim(), path);
};

const makeKeyFile = (path: string): void => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const unfinished = `${path}.${process.pid}`;
  const text = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  writeFileSync(unfinished, `${text}\n`, { mode: 0o600 });
  try {
    // Creates the whole file or nothing, and never overwrites an existing one.
    linkSync(unfinished, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(unfinished);
  }
};
