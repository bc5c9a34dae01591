import { type ReactNode, Suspense } from 'react';
import { Await, useAsyncError, useRevalidator } from 'react-router-dom';
import { ApiError } from '../api/api-error.js';
import type { Answered } from '../api/queries.js';
import { Button } from '../components/button/button.js';
import { Notice } from '../components/notice/notice.js';
import { FailureNotice } from './attempt/failure-notice.js';

interface ArrivingProps<Data> {
  answer: Promise<Answered<Data>>;
  /** Shown until the answer arrives. */
  skeleton: ReactNode;
  /** Heading of the failure: "The trends could not be loaded". */
  failureTitle: string;
  /** Shown instead of the failure when nothing exists at the URL. */
  whenMissing?: ReactNode;
  children: (data: Data, answered: Answered<Data>) => ReactNode;
}

const Failure = ({ title, whenMissing }: { title: string; whenMissing: ReactNode }) => {
  const failure = useAsyncError();
  const { revalidate } = useRevalidator();
  if (whenMissing && failure instanceof ApiError && failure.status === 404) return whenMissing;
  return <FailureNotice title={title} failure={failure} onRetry={() => void revalidate()} />;
};

const StaleNotice = () => {
  const { revalidate, state } = useRevalidator();
  return (
    <Notice
      tone="caution"
      title="Your last change is saved, but not shown here yet."
      action={
        <Button
          variant="secondary"
          size="small"
          disabled={state === 'loading'}
          onClick={() => void revalidate()}
        >
          Refresh
        </Button>
      }
    >
      <p>This page is a moment behind.</p>
    </Notice>
  );
};

/** Shows a screen's data in all states: loading, loaded, stale, failed. */
export const Arriving = <Data,>({
  answer,
  skeleton,
  failureTitle,
  whenMissing,
  children,
}: ArrivingProps<Data>) => (
  <Suspense fallback={skeleton}>
    <Await resolve={answer} errorElement={<Failure title={failureTitle} whenMissing={whenMissing} />}>
      {(answered: Answered<Data>) => (
        <>
          {answered.stale && <StaleNotice />}
          {children(answered.data, answered)}
        </>
      )}
    </Await>
  </Suspense>
);
