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
  onRemoved: () => void;
}

/** A delete button that asks first, and for the reason. */
export const Removal = ({ what, remove, onRemoved }: RemovalProps) => {
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
      onRemoved();
    } catch (caught) {
      setFailure(caught);
      key.current = newKey();
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
        <div className={styles.asked}>
          <p>Visitors see the trend without it from now on. Its history stays on the record.</p>
          <label>
            <span>Reason</span>
            <input
              className={styles.control}
              value={reason}
              autoComplete="off"
              onChange={({ target }) => setReason(target.value)}
            />
          </label>
          {failure !== undefined && <FailureNotice title="It was not deleted" failure={failure} />}
        </div>
      </ConfirmDialog>
    </>
  );
};
