import { type Refusal, refuse } from '@groundswell/contracts';
import type { Database } from '@groundswell/platform/database';

/**
 * A key that was used for one stream must not be used for another one with other values. The streams cannot tell, so
 * each key that has changed something is remembered here, and asked about first. Whether a request is a repeat is for its
 * stream to say: it knows the command before it is remembered here.
 */
export interface CommandKeys {
  check(commandId: string, requestHash: string): Promise<Refusal | undefined>;
  remember(commandId: string, requestHash: string): Promise<void>;
}

/** Keeps keys in `command_service.command_key`. */
export const createCommandKeys = (database: Database): CommandKeys => ({
  async check(commandId, requestHash) {
    const [known] = await database.query<{ request_hash: string }>(
      'SELECT request_hash FROM command_service.command_key WHERE command_id = $1',
      [commandId],
    );
    return known && known.request_hash !== requestHash ? refuse('IdempotencyKeyReused') : undefined;
  },
  async remember(commandId, requestHash) {
    await database.query(
      'INSERT INTO command_service.command_key VALUES ($1, $2, now()) ON CONFLICT DO NOTHING',
      [commandId, requestHash],
    );
  },
});
