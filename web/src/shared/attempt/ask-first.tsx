import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '../../components/button/button.js';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.js';
import styles from '../../components/dialog/dialog.module.css';
import { FailedAttempt } from './failed-attempt.js';
import { useAttempt } from './use-attempt.js';

interface AskFirstProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'size'> {
  /** Label of the button. */
  label: ReactNode;
  title: string;
  confirmLabel: string;
  busyLabel: string;
  /** Past participle for messages: "deleted". */
  done: string;
  /** Values sent besides the fixed ones. */
  values?: unknown;
  /** The key stays the same while the same values are sent again. */
  act: (key: string) => Promise<unknown>;
  onDone?: (() => unknown) | undefined;
  /** What will happen, and fields to fill in first. */
  children: ReactNode;
}

/** A button that asks before it acts, acts once, and shows the result. */
export const AskFirst = (props: AskFirstProps) => {
  const { label, title, confirmLabel, busyLabel, done, values = {}, act, onDone, children } = props;
  const { variant = 'secondary', size = 'medium' } = props;
  const [asking, setAsking] = useState(false);
  const { busy, failed, attempt } = useAttempt();
  const finish = () => {
    setAsking(false);
    return onDone?.();
  };
  return (
    <>
      <Button variant={variant} size={size} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        title={title}
        confirmLabel={busy ? busyLabel : confirmLabel}
        busy={busy}
        onConfirm={() => void attempt({ values, act, onDone: finish })}
        onClose={() => setAsking(false)}
      >
        <div className={styles.asked}>
          {children}
          <FailedAttempt failed={failed} done={done} />
        </div>
      </ConfirmDialog>
    </>
  );
};
