import { type ReactNode, Suspense } from 'react';
import { Await, useAsyncError, useRevalidator } from 'react-router-dom';
import { ApiError } from '../api/api-error.js';
import type { Answered } from '../api/queries.js';
import { Notice } from '../components/notice/notice.js';
import { Page } from '../components/page/page.js';
import { Bone, Loading } from '../components/skeleton/skeleton.js';
import styles from './arriving.module.css';
import { FailureNotice } from './attempt/failure-notice.js';
import { RetryButton } from './attempt/retry-button.js';
import type { Shown } from './last-good.js';
import { useLastGood } from './use-last-good.js';

/** What is shown until the answer arrives: a gray block of that size, or something else. */
type Placeholder = { height: string; radius?: string } | { skeleton: ReactNode };

interface ArrivingProps<Data> {
  answer: Promise<Answered<Data>>;
  /** What is loaded, in words of people: "the trends". */
  what: string;
  /** Nothing of the screen is shown without the answer, so its failure is a page of its own. */
  isScreen?: boolean;
  /** Shown instead of the failure when nothing exists at the URL, or its values are not accepted. */
  whenMissing?: ReactNode;
  children: (data: Data, answered: Answered<Data>) => ReactNode;
}

interface FailureProps {
  title: string;
  isScreen: boolean;
  whenMissing: ReactNode;
}

const Failure = ({ title, isScreen, whenMissing }: FailureProps) => {
  const failure = useAsyncError();
  const { revalidate } = useRevalidator();
  if (whenMissing && failure instanceof ApiError && [400, 404].includes(failure.status)) return whenMissing;
  const retry = () => void revalidate();
  if (!isScreen) return <FailureNotice title={title} failure={failure} onRetry={retry} />;
  return (
    <Page title={title} measure="reading">
      <FailureNotice failure={failure} onRetry={retry} />
    </Page>
  );
};

interface Outdated {
  title: string;
  text: string;
  /** What shows that the page is behind. */
  sign: unknown;
}

const OutdatedNotice = ({ title, text, sign }: Outdated) => {
  const { revalidate } = useRevalidator();
  return (
    <div className={styles.outdated}>
      <Notice
        tone="caution"
        title={title}
        action={
          <RetryButton of={sign} busyLabel="Refreshing…" onRetry={() => void revalidate()}>
            Refresh
          </RetryButton>
        }
      >
        <p>{text}</p>
      </Notice>
    </div>
  );
};

/** Shows a screen's data in all states: loading, loaded, stale, failed. */
export const Arriving = <Data,>({
  answer,
  what,
  isScreen = false,
  whenMissing,
  children,
  ...awaited
}: ArrivingProps<Data> & Placeholder) => {
  const shown = useLastGood(answer);
  const placeholder =
    'skeleton' in awaited ? (
      awaited.skeleton
    ) : (
      <Loading label={`Loading ${what}`}>
        <Bone {...awaited} />
      </Loading>
    );
  return (
    <Suspense fallback={placeholder}>
      <Await
        resolve={shown}
        errorElement={
          <Failure title={`We couldn’t load ${what}`} isScreen={isScreen} whenMissing={whenMissing} />
        }
      >
        {(answered: Shown<Data>) => (
          <>
            {answered.failure !== undefined && (
              <OutdatedNotice
                title="We couldn’t refresh this page."
                text="It may be out of date. What you saved is safe, and what you typed is still here."
                sign={answered.failure}
              />
            )}
            {answered.failure === undefined && answered.stale && (
              <OutdatedNotice
                title="Your last change is saved, but not shown here yet."
                text="This page is a moment behind."
                sign={answered}
              />
            )}
            {children(answered.data, answered)}
          </>
        )}
      </Await>
    </Suspense>
  );
};
