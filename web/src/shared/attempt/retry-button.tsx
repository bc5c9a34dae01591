import { type ReactNode, useState } from 'react';
import { Button } from '../../components/button/button.js';

interface RetryButtonProps {
  /** The failure or answer that is shown: until another one takes its place, the retry is under way. */
  of: unknown;
  busyLabel: string;
  onRetry: () => void;
  children: ReactNode;
}

/** Asks again, once, and shows that it does. Keeps the focus meanwhile. */
export const RetryButton = ({ of, busyLabel, onRetry, children }: RetryButtonProps) => {
  const [pressed, setPressed] = useState<{ readonly of: unknown }>();
  const busy = pressed !== undefined && pressed.of === of;
  const press = () => {
    setPressed({ of });
    onRetry();
  };
  return (
    <Button variant="secondary" size="small" disabled={busy} onClick={press}>
      {busy ? busyLabel : children}
    </Button>
  );
};
