import { hkdfSync } from 'node:crypto';
import type { MasterKey } from './master-keys.js';
import { open, SealBroken, seal } from './sealing.js';

/** Seals text that belongs to no person yet, while it waits to be processed. */
export interface Sealer {
  seal(text: string, id: string): Buffer;
  /** @throws SealBroken when the bytes, the id or the keys differ */
  open(sealed: Buffer, id: string): string;
}

/**
 * Separate keys derived from the master keys, one for each purpose: what is sealed for one does not open for
 * another. The first master key seals; the others open during a rotation.
 */
export const createSealer = (masterKeys: readonly MasterKey[], purpose: string): Sealer => {
  const keys = masterKeys.map(({ version, key }) => ({
    version,
    key: Buffer.from(hkdfSync('sha256', key, '', purpose, 32)),
  }));
  const [first] = keys;
  if (!first) throw new Error('There is no master key.');
  return {
    seal: (text, id) => seal(first.key, Buffer.from(text, 'utf8'), [purpose, id, first.version]),
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
