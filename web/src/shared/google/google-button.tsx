import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from '../../api/api-error.js';
import { query } from '../../api/browser-client.js';
import { Button } from '../../components/button/button.js';
import styles from './google.module.css';
import { type GoogleError, startGoogle, unreachable } from './google-client.js';

interface Handlers {
  onToken: (accessToken: string) => void;
  onFailure: (failure: GoogleError) => void;
}

interface GoogleButtonProps extends Handlers {
  /** Adds a divider when there are other ways to sign in. */
  beside?: boolean;
  label: string;
  disabled: boolean;
  /** Where there is no other way: shown while it loads, and after it failed to. */
  instead?: (failure: unknown, again: () => void) => ReactNode;
}

const start = async ({ onToken, onFailure }: Handlers): Promise<(() => void) | undefined> => {
  const { data } = await query('getSignInOptions');
  if (!data.google_client_id || !data.google_script_url) return undefined;
  return startGoogle(
    { clientId: data.google_client_id, scriptUrl: data.google_script_url },
    { onToken, onFailure },
  );
};

const notOffered = () =>
  new ApiError({ status: 0, code: 'GoogleNotOffered', error: 'Google isn’t available here right now.' });

/** Milliseconds after which it counts as failed. If it comes later, it is used all the same. */
const patience = 20_000;

/** What asks the person, or why it could not be started; neither while it loads. */
const useGoogle = ({ onToken, onFailure }: Handlers) => {
  const [ask, setAsk] = useState<() => void>();
  const [failure, setFailure] = useState<unknown>();
  const [attempt, setAttempt] = useState(1);
  const told = useEffectEvent(onToken);
  const failed = useEffectEvent(onFailure);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt starts it again.
  useEffect(() => {
    let left = false;
    const late = setTimeout(() => setFailure(unreachable()), patience);
    const begin = async () => {
      try {
        const client = await start({
          onToken: (accessToken) => told(accessToken),
          onFailure: (why) => failed(why),
        });
        if (left) return;
        if (client) setAsk(() => client);
        else setFailure(notOffered());
      } catch (cause) {
        if (left) return;
        reportError(new Error('Google’s sign-in failed to start.', { cause }));
        setFailure(cause);
      }
      clearTimeout(late);
    };
    void begin();
    return () => {
      left = true;
      clearTimeout(late);
    };
  }, [attempt]);
  const again = () => {
    setFailure(undefined);
    setAttempt(attempt + 1);
  };
  return { ask, failure, again };
};

/**
 * Appears once Google's script has loaded, which is only requested where Google is configured and this is
 * shown. Beside a password, nothing is said when it does not load.
 */
export const GoogleButton = ({
  beside = false,
  label,
  disabled,
  instead,
  ...handlers
}: GoogleButtonProps) => {
  const { ask, failure, again } = useGoogle(handlers);
  if (ask)
    return (
      <div className={styles.others}>
        {beside && <span className={styles.or}>or</span>}
        <Button variant="secondary" size="large" disabled={disabled} onClick={ask}>
          {label}
        </Button>
      </div>
    );
  return instead?.(failure, again);
};
