import { useEffect, useRef } from 'react';
import { Button } from '../../components/button/button.js';
import styles from './security.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** Shown only once; the server does not keep them. */
export const RecoveryCodes = ({ codes, onDone }: RecoveryCodesProps) => {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className={styles.card}>
      <h3 ref={title} tabIndex={-1}>
        Save your recovery codes
      </h3>
      <p>
        Each code works once in place of your app. Keep them somewhere you can reach without your phone. We
        won’t show them again.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button onClick={onDone}>I’ve saved them</Button>
      </div>
    </div>
  );
};
