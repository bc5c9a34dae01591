import { useEffect, useEffectEvent, useState } from 'react';
import { query } from '../../api/browser-client.js';
import { Button } from '../../components/button/button.js';
import styles from './google.module.css';
import { type GoogleError, startGoogle } from './google-client.js';

interface GoogleButtonProps {
  /** Adds a divider when there are other ways to sign in. */
  beside?: boolean;
  label: string;
  disabled: boolean;
  onToken: (accessToken: string) => void;
  onFailure: (failure: GoogleError) => void;
}

/**
 * Appears once Google's script has loaded, which is only requested where Google is configured and this is
 * shown.
 */
export const GoogleButton = ({ beside = false, label, disabled, onToken, onFailure }: GoogleButtonProps) => {
  const [ask, setAsk] = useState<() => void>();
  const told = useEffectEvent(onToken);
  const failed = useEffectEvent(onFailure);
  useEffect(() => {
    let left = false;
    const start = async () => {
      const { data } = await query('getSignInOptions');
      if (left || !data.google_client_id || !data.google_script_url) return;
      const client = await startGoogle(
        { clientId: data.google_client_id, scriptUrl: data.google_script_url },
        { onToken: (accessToken) => told(accessToken), onFailure: (failure) => failed(failure) },
      );
      if (!left) setAsk(() => client);
    };
    // Without this button, people still have a password.
    start().catch((cause: unknown) => reportError(new Error('Google’s sign-in failed to start.', { cause })));
    return () => {
      left = true;
    };
  }, []);
  if (!ask) return null;
  return (
    <div className={styles.others}>
      {beside && <span className={styles.or}>or</span>}
      <Button variant="secondary" size="large" disabled={disabled} onClick={ask}>
        {label}
      </Button>
    </div>
  );
};
