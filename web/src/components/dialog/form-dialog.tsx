import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import { Button } from '../button/button.js';
import { firstFieldIn } from '../focus-first.js';
import styles from './dialog.module.css';

interface FormDialogProps {
  open: boolean;
  title: string;
  /** Stays open while the request runs, to show its result. */
  busy?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A short form in front of its screen. */
export const FormDialog = ({ open, title, busy = false, onClose, children }: FormDialogProps) => {
  const popup = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        {/* Not the Close button: Enter after a code must not decline. */}
        <Dialog.Popup
          ref={popup}
          className={styles.popup}
          initialFocus={() => firstFieldIn(popup.current) ?? heading.current}
        >
          <div className={styles.title}>
            <Dialog.Title ref={heading} tabIndex={-1}>
              {title}
            </Dialog.Title>
            <Button variant="quiet" size="small" onClick={close} disabled={busy}>
              Close
            </Button>
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
