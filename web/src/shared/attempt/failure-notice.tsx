import { ApiError } from '../../api/api-error.js';
import { Button } from '../../components/button/button.js';
import { Notice } from '../../components/notice/notice.js';

interface FailureNoticeProps {
  /** What failed, as a heading: "The trends could not be loaded". */
  title: string;
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
          <Button variant="secondary" size="small" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      <p>{known?.message ?? 'Something unexpected happened. Try again.'}</p>
    </Notice>
  );
};
