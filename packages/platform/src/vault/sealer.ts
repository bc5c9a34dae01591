import { hkdfSync } from 'node:crypto';
import type { MasterKey } from './master-keys.js';
import { open, SealBroken, seal } from './sealing.js';

/** Seals text that belongs to nobody yet, for as long as it waits to be worked on. */
export interface Sealer {
  seal(text: string, id: string): Buffer;
  /** @throws SealBroken when the bytes, the id or the keys are others */
  open(sealed: Buffer, id: string): string;
}

/**
 * Keys of their own below the master keys, one for each purpose: what is sealed for one does not open for another.
 * While master keys are rotated, the older ones still open.
 */
export const createSealer = (masterKeys: readonly MasterKey[], purpose: string): Sealer => {
  const keys = masterKeys.map(({ version, key }) => ({
    version,
    key: Buffer.from(hkdfSync('sha256', key, '', purpose, 32)),
  }));
  const [newest] = keys;
  if (!newest) throw new Error('There is no master key.');
  return {
    seal: (text, id) => seal(newest.key, Buffer.from(text, 'utf8'), [purpose, id, newest.version]),
    open(sealed, id) {
      for (const { version, key } of keys) {
        try {
          return open(key, sealed, [purpose, id, version]).toString('utf8');
        } catch (fault) {
          if (!(fault instanceof SealBroken)) throw fault;
        }
      }
      throw new SealBroken('no key opens it');
    },
  };
};
