import { Secret, TOTP } from 'otpauth';

/** The defaults of every authenticator app (RFC 6238, section 1.2). */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const issuer = 'Groundswell';
/** Bytes: the length of the hash, as RFC 4226 recommends (section 4, R6). */
export const secretLength = 20;

const generatorOf = (secret: string, label = ''): TOTP =>
  new TOTP({ ...settings, issuer, label, secret: Secret.fromBase32(secret) });

/** Base32, the format that apps accept for typing. */
export const secretOf = (random: Buffer): string =>
  new Secret({ buffer: new Uint8Array(random).buffer }).base32;

/** The content of a QR code. @param account the app's label for the entry */
export const addressOf = (secret: string, account: string): string => generatorOf(secret, account).toString();

/**
 * The thirty-second step a code belongs to: the current one or its neighbors, since clocks differ. Undefined when
 * none matches.
 */
export const stepOf = (secret: string, code: string, now: Date): bigint | undefined => {
  const generator = generatorOf(secret);
  const timestamp = now.getTime();
  const delta = generator.validate({ token: code, timestamp, window: 1 });
  return delta === null ? undefined : BigInt(generator.counter({ timestamp }) + delta);
};
