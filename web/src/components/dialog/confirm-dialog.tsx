import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { Button } from '../button/button.js';
import styles from './dialog.module.css';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  confirmLabel: string;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** What will happen, and fields to fill in first. */
  children: ReactNode;
}

/** Asks before an action that one click cannot undo. Stays open while the action runs, to show its result. */
export const ConfirmDialog = ({
  open,
  title,
  confirmLabel,
  busy = false,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) => {
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && close()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.backdrop} />
        <AlertDialog.Popup className={styles.popup}>
          <AlertDialog.Title>{title}</AlertDialog.Title>
          <AlertDialog.Description render={<div />}>{children}</AlertDialog.Description>
          <div className={styles.actions}>
            <Button variant="quiet" onClick={close} disabled={busy}>
              Keep it
            </Button>
            <Button variant="danger" onClick={onConfirm} disabled={busy}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
};
