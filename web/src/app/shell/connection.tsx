import { useSyncExternalStore } from 'react';
import styles from './shell.module.css';

const subscribe = (onChange: () => void) => {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
};

/** Shown while the device is offline. The screen stays. */
export const ConnectionBanner = () => {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!online && <p className={styles.offline}>You’re offline. What you see may be out of date.</p>}
    </div>
  );
};
