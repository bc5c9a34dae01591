/**
 * Where a performance figure comes from: `tracked` when the trend existed throughout, `simulated` when its first
 * composition was applied backwards throughout, `partly_simulated` for a mix.
 */
export const provenances = ['tracked', 'partly_simulated', 'simulated'] as const;
export type Provenance = (typeof provenances)[number];

/** The sessions a figure covers; the first is the base of the comparison. */
interface Stretch {
  readonly from: string;
  readonly until: string;
}

/**
 * The origin of the change from one session to another.
 * @param trackedSince first session whose composition existed; null when there is none
 */
export const provenanceOf = ({ from, until }: Stretch, trackedSince: string | null): Provenance => {
  if (trackedSince === null) return 'simulated';
  if (from >= trackedSince) return 'tracked';
  // The value up to that session's close is still simulated.
  return until <= trackedSince ? 'simulated' : 'partly_simulated';
};
