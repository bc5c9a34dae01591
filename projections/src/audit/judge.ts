/**
 * The result of a check. `chain changed`: the log matches its record, but the stored chain does not follow
 * from it. `undecided`: the stored chain contradicts itself, so it is evidence neither for nor against the
 * log.
 */
export type Verdict = 'intact' | 'log changed' | 'chain changed' | 'undecided';

/** Evidence for and against the log. */
export interface Evidence {
  /** Checkpoints copied elsewhere, where no one could change them afterwards. */
  readonly copies: {
    /** At least one does not match. */
    readonly refute: boolean;
    /** All match, and the newest covers every chained event. */
    readonly cover: boolean;
  };
  /** The stored chain. Null if there is none. */
  readonly stored: {
    /** Every single event matches its record. */
    readonly eventsAgree: boolean;
    /** The head matches the log. It covers every event a second time. */
    readonly headAgrees: boolean;
    /** The head follows from the recorded leaves. */
    readonly headFollows: boolean;
    /** No valid checkpoint contradicts the log. */
    readonly checkpointsAgree: boolean;
    /** Another part of the chain is damaged. */
    readonly damaged: boolean;
  } | null;
}

/**
 * Weighs the evidence. Anyone who can change an event in the database can also change its record. If record and head
 * disagree, either may be forged, and only a copy can settle it.
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
