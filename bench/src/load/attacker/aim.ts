import type { Attack, AttackName } from '../attacks.js';
import { type Flood, requestOf, type Seen, type Target } from './sockets.js';

/** Begins each of the attacks. */
export type Beginnings = Readonly<Record<AttackName, () => void>>;

export const networksOf = (third: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `127.0.${third}.${index + 1}`);

/** In turn. */
export const oneOf = <T>(items: readonly T[]): (() => T) => {
  let turn = 0;
  return () => items[turn++ % items.length] as T;
};

export const bearer = (token: string): string => `Authorization: Bearer ${token}\r\n`;

export const get = (path: string, token?: string): string =>
  requestOf('GET', path, token ? { head: bearer(token) } : {});

/** What attacks have in common: where they come from, and where they go. */
export const aimOf = (attack: Attack, seen: Seen) => {
  const from = (count: number): Target => ({
    port: attack.port,
    from: networksOf(attack.network, count),
  });
  return {
    ...attack,
    /** One of the trends, in turn. */
    trend: oneOf(attack.trends),
    from,
    traffic: (sockets: number, next: Flood['next'], target = from(1)): Flood => ({
      target,
      sockets,
      seen,
      next,
    }),
  };
};

export type Aim = ReturnType<typeof aimOf>;
