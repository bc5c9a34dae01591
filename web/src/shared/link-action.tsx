import { type ReactNode, useState } from 'react';
import { ApiError } from '../api/api-error.js';
import { newKey } from '../api/browser-client.js';
import { useLinkToken } from '../api/link-token.js';
import { Button } from '../components/button/button.js';
import { Notice } from '../components/notice/notice.js';
import { Page } from '../components/page/page.js';
import { FailureNotice } from './attempt/failure-notice.js';

interface LinkActionProps {
  title: string;
  /** Heading once done, no longer an imperative. */
  doneTitle: string;
  lead: string;
  button: string;
  act: (token: string, key: string) => Promise<unknown>;
  failureTitle: string;
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
  const { title, doneTitle, lead, button, act, failureTitle, done, onward, instead } = props;
  const token = useLinkToken();
  const [key] = useState(newKey);
  const [state, setState] = useState<'ready' | 'busy' | 'done'>('ready');
  const [failure, setFailure] = useState<unknown>();
  const run = async (held: string) => {
    setState('busy');
    setFailure(undefined);
    try {
      await act(held, key);
      setState('done');
    } catch (caught) {
      setFailure(caught);
      setState('ready');
    }
  };
  if (!token)
    return (
      <Page title={title} measure="narrow">
        <Notice tone="caution" title="This link looks incomplete." action={instead}>
          <p>Open it from the email again.</p>
        </Notice>
      </Page>
    );
  return (
    <Page
      title={state === 'done' ? doneTitle : title}
      lead={state === 'done' ? undefined : lead}
      measure="narrow"
    >
      {failure !== undefined && <FailureNotice title={failureTitle} failure={failure} />}
      {isUsedUp(failure) && instead}
      {state === 'done' ? (
        <Notice action={onward}>{done}</Notice>
      ) : (
        !isUsedUp(failure) && (
          <p style={{ marginTop: 24 }}>
            <Button size="large" disabled={state === 'busy'} onClick={() => void run(token)}>
              {state === 'busy' ? 'One moment…' : button}
            </Button>
          </p>
        )
      )}
    </Page>
  );
};
