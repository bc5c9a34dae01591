import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { command } from '../../api/browser-client.js';
import { Button } from '../../components/button/button.js';
import { FocusFirst } from '../../components/focus-first.js';
import { Notice } from '../../components/notice/notice.js';
import { Section } from '../../components/page/page.js';
import { GenericForm } from '../../forms/generic-form.js';
import { passwordField } from '../../forms/sign-in-fields.js';
import { FailedAttempt } from '../../shared/attempt/failed-attempt.js';
import { FailureNotice } from '../../shared/attempt/failure-notice.js';
import { useAttempt } from '../../shared/attempt/use-attempt.js';
import { GoogleButton } from '../../shared/google/google-button.js';
import styles from './security.module.css';

/** First the Google account, then the password: anyone who finds this screen open cannot add a way in. */
const LinkGoogle = ({ onLinked }: { onLinked: () => Promise<void> }) => {
  const [token, setToken] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  if (token !== undefined)
    return (
      <FocusFirst>
        <GenericForm
          label="Link Google"
          fields={[{ ...passwordField, label: 'Your Groundswell password' }]}
          submitLabel="Link Google"
          busyLabel="Linking…"
          submit={({ password }, key) =>
            command('linkGoogle', { access_token: token, password: String(password) }, { key })
          }
          onSuccess={onLinked}
          moreActions={
            <Button variant="quiet" onClick={() => setToken(undefined)}>
              Not now
            </Button>
          }
        />
      </FocusFirst>
    );
  return (
    <>
      {failure !== undefined && <FailureNotice title="We couldn’t link Google" failure={failure} />}
      <p>Link your Google account to sign in with it. You can still use your password.</p>
      <div className={styles.actions}>
        <GoogleButton
          label="Choose a Google account"
          disabled={false}
          instead={(cause, again) =>
            cause !== undefined && (
              <Notice
                title="We couldn’t reach Google."
                action={
                  <Button variant="secondary" size="small" onClick={again}>
                    Try again
                  </Button>
                }
              >
                <p>Check your connection and your content blocker.</p>
              </Notice>
            )
          }
          onToken={(chosen) => {
            setFailure(undefined);
            setToken(chosen);
          }}
          onFailure={setFailure}
        />
      </div>
    </>
  );
};

interface GoogleLinkProps {
  linked: boolean;
  /** Whether people can log in with Google here. */
  offered: boolean;
}

/** Links a Google account, or unlinks it. */
export const GoogleLink = ({ linked, offered }: GoogleLinkProps) => {
  const { revalidate } = useRevalidator();
  const { busy, failed, attempt } = useAttempt();
  const [unlinked, setUnlinked] = useState(false);
  const part = useRef<HTMLDivElement>(null);

  const finish = async (nowUnlinked: boolean) => {
    setUnlinked(nowUnlinked);
    await revalidate();
    // Move the focus, since the pressed button is gone.
    part.current?.focus();
  };
  const unlink = () =>
    void attempt({
      values: {},
      act: (key) => command('unlinkGoogle', {}, { key }),
      onDone: () => finish(true),
    });

  if (!linked && !unlinked && !offered) return null;
  return (
    <Section title="Sign in with Google">
      <div ref={part} tabIndex={-1} className={styles.part}>
        <FailedAttempt failed={failed} subject="Google was" done="unlinked" />
        {linked && (
          <>
            <p>
              A Google account is linked. Anyone who can sign in to it can sign in here. Setting a new
              password unlinks it.
            </p>
            <div>
              <Button variant="secondary" disabled={busy} onClick={unlink}>
                Unlink Google
              </Button>
            </div>
          </>
        )}
        {!linked && unlinked && (
          <Notice title="You can no longer sign in with Google.">
            <p>You’ve been signed out on all other devices.</p>
          </Notice>
        )}
        {!linked && !unlinked && <LinkGoogle onLinked={() => finish(false)} />}
      </div>
    </Section>
  );
};
