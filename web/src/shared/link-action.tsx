import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.js';
import { keyOfLink, useDone, useLinkToken } from '../api/link-token.js';
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

const Open = (props: LinkActionProps & { token: string; onDone: () => void }) => {
  const { title, lead, button, act, subject, wanted, instead, token, onDone } = props;
  const { busy, failed, attempt } = useAttempt();
  const follow = () =>
    attempt({ values: token, act: async (key) => act(token, (await keyOfLink(token)) ?? key), onDone });
  const usedUp = isUsedUp(failed?.failure);
  return (
    <Page title={title} lead={lead} measure="narrow">
      {usedUp ? (
        <>
          <FailureNotice failure={failed?.failure} />
          {instead}
        </>
      ) : (
        <FailedAttempt failed={failed} subject={subject} done={wanted} />
      )}
      {!usedUp && (
        <p style={{ marginTop: 24 }}>
          <Button size="large" disabled={busy} onClick={() => void follow()}>
            {busy ? 'One moment…' : button}
          </Button>
        </p>
      )}
    </Page>
  );
};

const OfLink = (props: LinkActionProps & { token: string | undefined }) => {
  const { title, doneTitle, done, onward, instead, token } = props;
  const [isDone, finish] = useDone();
  if (isDone)
    return (
      <Page title={doneTitle} measure="narrow">
        <Notice action={onward}>{done}</Notice>
      </Page>
    );
  if (token) return <Open {...props} token={token} onDone={finish} />;
  return (
    <Page title={title} measure="narrow">
      <Notice tone="caution" title="This link looks incomplete." action={instead}>
        <p>Open it from the email again.</p>
      </Notice>
    </Page>
  );
};

/**
 * Target of a mailed link: one button for one action. Opening alone does nothing, since mail filters also open
 * links.
 */
export const LinkAction = (props: LinkActionProps) => {
  const token = useLinkToken();
  return <OfLink key={token} {...props} token={token} />;
};
