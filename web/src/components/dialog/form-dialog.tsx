import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { Button } from '../button/button.js';
import styles from './dialog.module.css';

interface FormDialogProps {
  open: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A short form that stands in front of the screen it belongs to. */
export const FormDialog = ({ open, title, onClose, children }: FormDialogProps) => (
  <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
    <Dialog.Portal>
      <Dialog.Backdrop className={styles.backdrop} />
      <Dialog.Popup className={styles.popup}>
        <div className={styles.title}>
          <Dialog.Title>{title}</Dialog.Title>
          <Button variant="quiet" size="small" onClick={onClose}>
            Close
          </Button>
        </div>
        {children}
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
);
