import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { command, newKey } from '../../api/browser-client.js';
import { Button } from '../../components/button/button.js';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.js';
import { FailureNotice } from '../../components/notice/failure-notice.js';
import type { Transfer } from './transfer-words.js';

/** Calls a transfer off, after asking, while the broker allows it. */
export const CancelTransfer = ({ transfer }: { transfer: Transfer }) => {
  const { revalidate } = useRevalidator();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const key = useRef(newKey());
  const cancel = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await command('cancelAchTransfer', { id: transfer.id }, { key: key.current });
      setAsking(false);
      await revalidate();
    } catch (caught) {
      setFailure(caught);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Cancel this transfer
      </Button>
      <ConfirmDialog
        open={asking}
        title="Cancel this transfer?"
        confirmLabel={busy ? 'Canceling…' : 'Cancel transfer'}
        busy={busy}
        onConfirm={() => void cancel()}
        onClose={() => setAsking(false)}
      >
        <p>We ask the broker to call it off. If the bank has it already, it goes through.</p>
        {failure !== undefined && <FailureNotice title="It was not canceled" failure={failure} />}
      </ConfirmDialog>
    </>
  );
};
