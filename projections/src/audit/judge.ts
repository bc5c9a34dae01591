/**
 * The result of a check. `chain changed`: the log matches its record, but the stored chain does not follow
 * from it. `undecided`: the stored chain contradicts itself, so it is evidence neither for nor against the
 * log.
 */
export type Verdict = 'intact' | 'log changed' | 'chain changed' | 'undecided';

/** What speaks for the log, and what against it. */
export interface Evidence {
  /** Checkpoints that were copied elsewhere, which no one could change afterwards. */
  readonly copies: {
    /** One of them does not match. */
    readonly refute: boolean;
    /** All of them match, and the newest covers every event that was chained. */
    readonly cover: boolean;
  };
  /** The stored chain; null without one. */
  readonly stored: {
    /** Every single event matches its record. */
    readonly eventsAgree: boolean;
    /** The head is what the log leads to: it covers every event once more. */
    readonly headAgrees: boolean;
    /** The head is what its own record of single events leads to. */
    readonly headFollows: boolean;
    /** No checkpoint that is what it was written as speaks against the log. */
    readonly checkpointsAgree: boolean;
    /** Any other part is not what it ought to be. */
    readonly damaged: boolean;
  } | null;
}

/**
 * Weighs it. Anyone who changes an event in the database may change its record as well: where record and head disagree,
 * either may be the forged one, and only a copy can tell.
 */
export const judge = ({ copies, stored }: Evidence): Verdict => {
  if (copies.refute) return 'log changed';
  if (!stored) return 'intact';
  const { eventsAgree, headAgrees, headFollows, checkpointsAgree, damaged } = stored;
  if (eventsAgree && headAgrees && checkpointsAgree && !damaged) return 'intact';
  if (copies.cover) return 'chain changed';
  const leadsToHead = headAgrees || (eventsAgree && headFollows);
  if (leadsToHead && checkpointsAgree) return 'chain changed';
  return !eventsAgree && headFollows ? 'log changed' : 'undecided';
};
