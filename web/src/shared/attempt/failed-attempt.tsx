import { titleOf } from './attempt.js';
import { FailureNotice } from './failure-notice.js';
import type { Failed } from './use-attempt.js';

interface FailedAttemptProps {
  failed: Failed | undefined;
  /** With its verb; "it was" by default. */
  subject?: string;
  /** Past participle of the action: "deleted". */
  done: string;
}

/** Outcome of a failed attempt, as far as known, and what to do. */
export const FailedAttempt = ({ failed, subject = 'it was', done }: FailedAttemptProps) =>
  failed && (
    <>
      <FailureNotice title={titleOf(failed.outcome, subject, done)} failure={failed.failure} />
      {failed.outcome === 'unknown' && <p>Try again. If it already went through, it won’t happen twice.</p>}
    </>
  );
