import { type ReactNode, useState } from 'react';
import { ApiError } from '../api/api-error.js';
import { useLinkToken } from '../api/link-token.js';
import { Button } from '../components/button/button.js';
import { Notice } from '../components/notice/notice.js';
import { Page } from '../components/page/page.js';
import { FailedAttempt } from './attempt/failed-attempt.js';
import { FailureNotice } from './attempt/failure-notice.js';
import { useAttempt } from './attempt/use-attempt.js';

interface LinkActionProps {
  title: string;
  /** Heading once done, no longer an imperative. */
  doneTitle: string;
  lead: string;
  button: string;
  act: (token: string, key: string) => Promise<unknown>;
  /** What it is about, with its verb, and what was wanted, for messages: "your address was", "confirmed". */
  subject: string;
  wanted: string;
  /** Shown when it is done. */
  done: ReactNode;
  /** Where to go from there. */
  onward?: ReactNode;
  /** Shown to someone whose link was cut short, or no longer works. */
  instead?: ReactNode;
}

/** Whether the link no longer works, whatever is tried. */
export const isUsedUp = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.code === 'LinkNotValid';

/**
 * Target of a mailed link: one button for one action. Opening alone does nothing, since mail filters also open
 * links.
 */
export const LinkAction = (props: LinkActionProps) => {
  const { title, doneTitle, lead, button, act, subject, wanted, done, onward, instead } = props;
  const token = useLinkToken();
  const [isDone, setDone] = useState(false);
  const { busy, failed, attempt } = useAttempt();
  const usedUp = isUsedUp(failed?.failure);
  if (!token)
    return (
      <Page title={title} measure="narrow">
        <Notice tone="caution" title="This link looks incomplete." action={instead}>
          <p>Open it from the email again.</p>
        </Notice>
      </Page>
    );
  return (
    <Page title={isDone ? doneTitle : title} lead={isDone ? undefined : lead} measure="narrow">
      {usedUp ? (
        <>
          <FailureNotice failure={failed?.failure} />
          {instead}
        </>
      ) : (
        <FailedAttempt failed={failed} subject={subject} done={wanted} />
      )}
      {isDone ? (
        <Notice action={onward}>{done}</Notice>
      ) : (
        !usedUp && (
          <p style={{ marginTop: 24 }}>
            <Button
              size="large"
              disabled={busy}
              onClick={() =>
                void attempt({ values: token, act: (key) => act(token, key), onDone: () => setDone(true) })
              }
            >
              {busy ? 'One moment…' : button}
            </Button>
          </p>
        )
      )}
    </Page>
  );
};
