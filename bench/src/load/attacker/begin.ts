import type { Attack } from '../attacks.js';
import { accountAttacks } from './accounts.js';
import { aimOf, type Beginnings } from './aim.js';
import { connectionAttacks } from './connections.js';
import { contentAttacks } from './contents.js';
import { readAttacks } from './reads.js';
import type { Seen } from './sockets.js';

/** Begins an attack, which continues until the process ends. */
export const begin = (attack: Attack, seen: Seen): void => {
  const aim = aimOf(attack, seen);
  const beginnings: Beginnings = {
    ...readAttacks(aim),
    ...contentAttacks(aim),
    ...connectionAttacks(aim),
    ...accountAttacks(aim),
  };
  beginnings[attack.name]();
};
