import { setTimeout } from 'node:timers/promises';
import { type Refusal, refuse } from '@groundswell/contracts';
import { type Database, isOutage } from '@groundswell/platform/database';
import { haste } from './haste.js';

/** A key held by one request: no other request with this key runs meanwhile. */
export interface Claim {
  /** Call once. A request that changed something is remembered; any other may be corrected and sent again. */
  release(hasChanged: boolean): Promise<void>;
}

/**
 * Idempotency keys of all streams together. A stream recognizes a repeat of its own events. It cannot tell
 * that a key was used for another stream, nor that an earlier request with the key is still running: if the
 * later one were refused meanwhile, its caller would see a refusal, and the earlier one could still succeed.
 */
export interface CommandKeys {
  /** Refused with `IdempotencyKeyReused`, or with `StillUnderWay` while another request holds the key. */
  claim(commandId: string, requestHash: string): Promise<Claim | Refusal>;
}

/**
 * Seconds for which a key is claimed, by the database's clock: a dead process holds it no longer. More than
 * `longestCommand`, after which the holder itself writes nothing.
 */
const claimedFor = 60;
/** Milliseconds. */
export const longestCommand = 20_000;

/** A claim need not survive a crash of the database. */
const take = `
  ${haste}
  INSERT INTO command_service.command_key AS known (command_id, request_hash, remembered_at, claim, claimed_at)
  SELECT $1::uuid, $2, now(), $3::uuid, now() FROM haste
  ON CONFLICT (command_id) DO UPDATE SET request_hash = excluded.request_hash, claim = excluded.claim, claimed_at = now()
    WHERE known.claimed_at < now() - interval '${claimedFor} seconds'
  RETURNING 1`;
const keep = `
  INSERT INTO command_service.command_key AS known (command_id, request_hash, remembered_at) VALUES ($1, $2, now())
  ON CONFLICT (command_id) DO UPDATE SET claim = NULL, claimed_at = NULL WHERE known.claim = $3`;
const giveBack = `
  ${haste}
  DELETE FROM command_service.command_key USING haste WHERE command_id = $1 AND claim = $2`;

/** The request was carried out before, as its stream shows. */
const nothingToRelease: Claim = { release: async () => undefined };

/** Milliseconds between two attempts to release a key while the database is down. */
const releaseEvery = 500;

/**
 * Releases a key, in the background while the database is down: the command has its answer, and a repeat must not have to
 * wait until the claim expires.
 */
const releaseBy = async (release: () => Promise<unknown>): Promise<void> => {
  const isDone = () =>
    release().then(
      () => true,
      (fault: unknown) => {
        if (isOutage(fault)) return false;
        throw fault;
      },
    );
  const later = async (): Promise<void> => {
    for (let waited = 0; waited < claimedFor * 1_000; waited += releaseEvery) {
      await setTimeout(releaseEvery, undefined, { ref: false });
      if (await isDone()) return;
    }
  };
  if (!(await isDone())) void later().catch(() => undefined);
};

/** Keeps keys in `command_service.command_key`. */
export const createCommandKeys = (database: Database, newId: () => string): CommandKeys => ({
  async claim(commandId, requestHash) {
    const claim = newId();
    const taken = await database.query(take, [commandId, requestHash, claim]);
    if (taken.length > 0)
      return {
        release: (hasChanged) =>
          releaseBy(() =>
            hasChanged
              ? database.query(keep, [commandId, requestHash, claim])
              : database.query(giveBack, [commandId, claim]),
          ),
      };
    const [known] = await database.query<{ request_hash: string; is_claimed: boolean }>(
      'SELECT request_hash, claim IS NOT NULL AS is_claimed FROM command_service.command_key WHERE command_id = $1',
      [commandId],
    );
    if (!known || known.is_claimed) return refuse('StillUnderWay');
    return known.request_hash === requestHash ? nothingToRelease : refuse('IdempotencyKeyReused');
  },
});
