import { useState } from 'react';
import { postTo } from '../api/browser-client.js';
import { Button } from '../components/button/button.js';
import { ConfirmDialog } from '../components/dialog/confirm-dialog.js';
import { FailureNotice } from '../components/notice/failure-notice.js';

interface DeleteButtonProps {
  /** Gets an empty object posted. */
  url: string;
  onDeleted?: (() => void) | undefined;
}

export const DeleteButton = ({ url, onDeleted }: DeleteButtonProps) => {
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const remove = () =>
    postTo(url, {})
      .then(() => {
        setAsking(false);
        onDeleted?.();
      })
      .catch(setFailure);
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={asking}
        title="Delete this?"
        confirmLabel="Delete"
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      >
        <p>It is removed for everyone. Its history stays on the record.</p>
        {failure !== undefined && <FailureNotice title="It was not deleted" failure={failure} />}
      </ConfirmDialog>
    </>
  );
};
