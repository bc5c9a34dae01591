import { useRef, useState } from 'react';
import { newKey } from '../../api/browser-client.js';
import { Button } from '../../components/button/button.js';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.js';
import { FailureNotice } from '../../components/notice/failure-notice.js';
import styles from './curation.module.css';

interface RemovalProps {
  /** What is removed, for the dialog and for assistive technology: "Tesla (TSLA)". */
  what: string;
  remove: (reason: { reason?: string }, key: string) => Promise<unknown>;
}

/** A delete button that asks first, and for the reason. */
export const Removal = ({ what, remove }: RemovalProps) => {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<unknown>();
  const key = useRef(newKey());

  const confirm = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await remove(reason.trim() ? { reason: reason.trim() } : {}, key.current);
      setAsking(false);
    } catch (caught) {
      setFailure(caught);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setAsking(true)}>
        Delete<span className="for-screen-readers"> {what}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Delete ${what}?`}
        confirmLabel={busy ? 'Deleting…' : 'Delete'}
        busy={busy}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(false)}
      >
        <div className={styles.stack}>
          <p>Visitors see the trend without it from now on. Its history stays on the record.</p>
          <label className={styles.labelled}>
            <span>Reason</span>
            <input
              className={styles.control}
              value={reason}
              autoComplete="off"
              maxLength={500}
              onChange={({ target }) => {
                key.current = newKey();
                setReason(target.value);
              }}
            />
          </label>
          {failure !== undefined && <FailureNotice title="It was not deleted" failure={failure} />}
        </div>
      </ConfirmDialog>
    </>
  );
};
