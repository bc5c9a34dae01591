import { isRefusal, type Refusal, refuse } from '@groundswell/contracts';
import type { Done } from '@groundswell/platform/event-store';
import { type PersonalValues, PersonErased, type Vault } from '@groundswell/platform/vault';

/**
 * Milliseconds a command may take between storing personal data and its event. After a crash in between, the
 * data are still on trial, and the log is asked whether there is an event, however long that takes.
 */
const trialTime = 3_600_000;

/** Values of a command that no event may hold. */
export interface PersonalData {
  readonly personId: string;
  /** Values by field. They belong to what the command creates, so that a repeat finds them. */
  readonly values: Readonly<Record<string, string>>;
  /** Values about the request, such as its time: a repeat brings different ones, and the first are kept. */
  readonly circumstances?: Readonly<Record<string, string>>;
  /** Fields needed only until the broker has them. */
  readonly secrets: readonly string[];
  /** When the secrets are deleted even if the broker does not have them yet. */
  readonly secretsExpireAt: Date;
}

/**
 * Stores personal data before the event that refers to it. If the command is refused, all of it is removed. A
 * repeat does not restore data deleted since.
 */
export const withPersonalData = async (
  vault: Vault,
  { personId, values, circumstances = {}, secrets, secretsExpireAt }: PersonalData,
  now: Date,
  work: () => Promise<Done | Refusal>,
): Promise<Done | Refusal> => {
  const lasting = (given: Readonly<Record<string, string>>): PersonalValues =>
    Object.fromEntries(
      Object.entries(given).map(([field, value]) => [
        field,
        secrets.includes(field) ? { value, expiresAt: secretsExpireAt } : { value },
      ]),
    );
  const trialUntil = new Date(now.getTime() + trialTime);
  const outcome = await vault
    .putOnce(personId, lasting(values), { beside: lasting(circumstances), trialUntil })
    .catch((fault: unknown) => {
      if (fault instanceof PersonErased) return refuse('user_not_found');
      throw fault;
    });
  if (isRefusal(outcome)) return outcome;
  if (outcome === 'other') return refuse('IdempotencyKeyReused');
  const fields = [...Object.keys(values), ...Object.keys(circumstances)];
  const done = await work();
  if (isRefusal(done)) {
    // A command that lost too many conflicts, or that took too long, may have been sent twice: the other one may need the
    // values on trial.
    const isSentTwice = done.refused === 'RevisionConflict' || done.refused === 'StillUnderWay';
    if (outcome === 'stored' && !isSentTwice) await vault.remove(personId, fields);
    return done;
  }
  await vault.keep(personId, fields);
  return done;
};
