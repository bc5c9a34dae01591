import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { command, newKey } from '../../api/browser-client.js';
import { Button } from '../../components/button/button.js';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.js';
import { FailureNotice } from '../../components/notice/failure-notice.js';
import type { BankLink } from './link-words.js';

/** Takes a bank link away, after asking. */
export const RemoveLink = ({ link }: { link: BankLink }) => {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const key = useRef(newKey());
  const remove = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await command('removeAchMethod', { id: link.id }, { key: key.current });
      void navigate('/see_ach_methods/');
    } catch (caught) {
      setFailure(caught);
      setBusy(false);
    }
  };
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Remove this bank account
      </Button>
      <ConfirmDialog
        open={asking}
        title="Remove this bank account?"
        confirmLabel={busy ? 'Removing…' : 'Remove'}
        busy={busy}
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      >
        <p>
          {link.name} {link.account_number} can then no longer be used. Your cash stays where it is; its
          history stays on the record.
        </p>
        {failure !== undefined && <FailureNotice title="It was not removed" failure={failure} />}
      </ConfirmDialog>
    </>
  );
};
