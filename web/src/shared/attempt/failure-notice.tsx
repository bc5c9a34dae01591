import { ApiError } from '../../api/api-error.js';
import { Notice } from '../../components/notice/notice.js';
import { RetryButton } from './retry-button.js';

interface FailureNoticeProps {
  /** What failed: "We couldn’t load the trends". Left out below a heading that says it. */
  title?: string;
  failure: unknown;
  onRetry?: () => void;
}

/** A failed call: what failed, why, what to do, and the reference to quote. */
export const FailureNotice = ({ title, failure, onRetry }: FailureNoticeProps) => {
  const known = failure instanceof ApiError ? failure : undefined;
  return (
    <Notice
      tone="danger"
      title={title}
      detail={known?.correlationId && `Reference ${known.correlationId}`}
      action={
        onRetry && (
          <RetryButton of={failure} busyLabel="Trying again…" onRetry={onRetry}>
            Try again
          </RetryButton>
        )
      }
    >
      <p>{known?.message ?? 'Something unexpected happened. Try again.'}</p>
    </Notice>
  );
};
