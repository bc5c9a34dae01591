import { z } from 'zod';

/** A key that wraps the keys of people. Its version is next to everything that it wrapped. */
export interface MasterKey {
  readonly version: number;
  readonly key: Buffer;
}

const message =
  'must be 32 bytes as base64, or a list such as 2:<base64>,1:<base64>, whose first one wraps, while keys are rotated';

const masterKeyOf = (text: string): MasterKey | undefined => {
  const [, version = '1', encoded = ''] =
    /^(?:([1-9]\d{0,4}):)?([A-Za-z0-9+/_-]{43}=?)$/.exec(text.trim()) ?? [];
  const key = Buffer.from(encoded, 'base64');
  return key.length === 32 ? { version: Number(version), key } : undefined;
};

/** VAULT_MASTER_KEY. The first key wraps; the others only unwrap older values. */
export const masterKeysVariable = z.string().transform((text, context): readonly MasterKey[] => {
  const keys = text.split(',').flatMap((part) => masterKeyOf(part) ?? []);
  const versions = new Set(keys.map(({ version }) => version));
  if (keys.length !== text.split(',').length || versions.size !== keys.length) {
    context.issues.push({ code: 'custom', message, input: undefined });
    return z.NEVER;
  }
  return keys;
});
