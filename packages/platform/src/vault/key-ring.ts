import type { Sql } from '../database/index.js';
import { FatalFault } from '../process/fatal.js';
import type { MasterKey } from './master-keys.js';
import { newKey, open, SealBroken, seal } from './sealing.js';

/** A key as it is in the database. */
export interface WrappedKey {
  readonly wrapped_key: Buffer;
  readonly master_version: number;
}

/** Wraps and unwraps keys with the master keys that this process was given. */
export interface KeyRing {
  /** Version of the key that wraps. */
  readonly wraps: number;
  /** The highest version that unwraps: above `wraps` while every process is first given the next key. */
  readonly newest: number;
  wrap(key: Buffer, owner: string): WrappedKey;
  unwrap(wrapped: WrappedKey, owner: string): Buffer;
}

/**
 * @param masterKeys the first one wraps, the others only unwrap
 * @throws FatalFault when there is none; and from `unwrap`, when the version that wrapped is not among them
 */
export const createKeyRing = (masterKeys: readonly MasterKey[]): KeyRing => {
  const [first] = masterKeys;
  if (!first) throw new FatalFault('The vault has no master key.');
  const byVersion = new Map(masterKeys.map(({ version, key }) => [version, key]));
  return {
    wraps: first.version,
    newest: Math.max(...byVersion.keys()),
    wrap: (key, owner) => ({
      wrapped_key: seal(first.key, key, ['key', owner, first.version]),
      master_version: first.version,
    }),
    unwrap: ({ wrapped_key, master_version }, owner) => {
      const master = byVersion.get(master_version);
      if (!master) {
        throw new FatalFault(
          `VAULT_MASTER_KEY lacks version ${master_version}, which this database still uses.`,
        );
      }
      return open(master, wrapped_key, ['key', owner, master_version]);
    },
  };
};

const indexOwner = 'blind index';

/**
 * The key of the blind index, made at the first start.
 * @throws FatalFault when the master key is not the one that this database was written with
 */
export const loadIndexKey = async (sql: Sql, ring: KeyRing): Promise<Buffer> => {
  const { wrapped_key, master_version } = ring.wrap(newKey(), indexOwner);
  await sql.query(
    'INSERT INTO vault.index_key (wrapped_key, master_version) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [wrapped_key, master_version],
  );
  const [stored] = await sql.query<WrappedKey>('SELECT wrapped_key, master_version FROM vault.index_key');
  if (!stored) throw new Error('the index key was not stored');
  try {
    const key = ring.unwrap(stored, indexOwner);
    if (stored.master_version < ring.wraps) await storeIndexKey(sql, ring.wrap(key, indexOwner));
    return key;
  } catch (fault) {
    if (!(fault instanceof SealBroken)) throw fault;
    throw new FatalFault('VAULT_MASTER_KEY is not the key that this database was written with.');
  }
};

/** Never with an older master key: other processes may hold only the newest. */
const storeIndexKey = (sql: Sql, { wrapped_key, master_version }: WrappedKey): Promise<object[]> =>
  sql.query('UPDATE vault.index_key SET wrapped_key = $1, master_version = $2 WHERE master_version < $2', [
    wrapped_key,
    master_version,
  ]);
