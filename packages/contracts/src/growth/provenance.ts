/**
 * How a figure of performance came to be: `tracked` when the trend existed all the time, `simulated` when its first
 * composition was applied backwards all the time, `partly_simulated` when both.
 */
export const provenances = ['tracked', 'partly_simulated', 'simulated'] as const;
export type Provenance = (typeof provenances)[number];

/** The sessions that a figure is drawn from, the first one being what it is compared with. */
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
  // What became of the value up to that session's close is still simulated.
  return until <= trackedSince ? 'simulated' : 'partly_simulated';
};
