import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { command } from '../../api/browser-client.js';
import { Button } from '../../components/button/button.js';
import { FailureNotice } from '../../components/notice/failure-notice.js';
import { Notice } from '../../components/notice/notice.js';
import { Section } from '../../components/page/page.js';
import styles from './security.module.css';

/** Takes away the way in that a linked Google account is; of somebody without one it shows nothing. */
export const GoogleLink = ({ linked }: { linked: boolean }) => {
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const [unlinked, setUnlinked] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const part = useRef<HTMLDivElement>(null);

  const unlink = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await command('unlinkGoogle', {});
      setUnlinked(true);
      await revalidate();
      // The button that was pressed is gone.
      part.current?.focus();
    } catch (caught) {
      setFailure(caught);
    } finally {
      setBusy(false);
    }
  };

  if (!linked && !unlinked) return null;
  return (
    <Section title="Sign in with Google">
      <div ref={part} tabIndex={-1} className={styles.part}>
        {failure !== undefined && <FailureNotice title="Google is still linked" failure={failure} />}
        {linked ? (
          <>
            <p>
              A Google account is linked: whoever holds it can sign in here. A new password unlinks it, too.
            </p>
            <div>
              <Button variant="secondary" disabled={busy} onClick={() => void unlink()}>
                Unlink Google
              </Button>
            </div>
          </>
        ) : (
          <Notice title="No Google account signs you in any more." />
        )}
      </div>
    </Section>
  );
};
