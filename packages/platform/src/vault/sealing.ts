import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/**
 * What a ciphertext belongs to. It is authenticated along, so that a row copied to another person or field does not
 * open. A list, encoded without ambiguity.
 */
export type Binding = readonly (string | number)[];

const associatedData = (binding: Binding): Buffer => Buffer.from(JSON.stringify(binding), 'utf8');

/** The ciphertext does not open: another key, another place, or altered bytes. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

/** AES-256-GCM under a fresh nonce: nonce, tag and ciphertext in one buffer. */
export const seal = (key: Buffer, plain: Buffer, binding: Binding): Buffer => {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce);
  cipher.setAAD(associatedData(binding));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
};

/** @throws SealBroken */
export const open = (key: Buffer, sealed: Buffer, binding: Binding): Buffer => {
  try {
    const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceLength), {
      authTagLength: tagLength,
    });
    decipher.setAAD(associatedData(binding));
    decipher.setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength));
    return Buffer.concat([decipher.update(sealed.subarray(nonceLength + tagLength)), decipher.final()]);
  } catch {
    throw new SealBroken('a sealed value does not open');
  }
};

/** Finds a value without storing it: the same value of the same field gives the same index under the same key. */
export const blindIndex = (key: Buffer, field: string, value: string): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([field, value]))
    .digest();

/** 32 random bytes, for AES-256 and the keyed index. */
export const newKey = (): Buffer => randomBytes(32);
