import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { command } from '../../api/browser-client.js';
import { Button } from '../../components/button/button.js';
import { Notice } from '../../components/notice/notice.js';
import { Section } from '../../components/page/page.js';
import { FailedAttempt } from '../../shared/attempt/failed-attempt.js';
import { useAttempt } from '../../shared/attempt/use-attempt.js';
import styles from './security.module.css';

/** Unlinks a Google account; shows nothing without one. */
export const GoogleLink = ({ linked }: { linked: boolean }) => {
  const { revalidate } = useRevalidator();
  const { busy, failed, attempt } = useAttempt();
  const [unlinked, setUnlinked] = useState(false);
  const part = useRef<HTMLDivElement>(null);

  const finish = async () => {
    setUnlinked(true);
    await revalidate();
    // Move the focus, since the pressed button is gone.
    part.current?.focus();
  };
  const unlink = () =>
    void attempt({ values: {}, act: (key) => command('unlinkGoogle', {}, { key }), onDone: finish });

  if (!linked && !unlinked) return null;
  return (
    <Section title="Sign in with Google">
      <div ref={part} tabIndex={-1} className={styles.part}>
        <FailedAttempt failed={failed} subject="Google was" done="unlinked" />
        {linked ? (
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
        ) : (
          <Notice title="You can no longer sign in with Google." />
        )}
      </div>
    </Section>
  );
};
