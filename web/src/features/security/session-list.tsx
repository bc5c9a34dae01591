import { sessionDays } from '@groundswell/contracts';
import { useLayoutEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { ApiError } from '../../api/api-error.js';
import { command } from '../../api/browser-client.js';
import type { ResponseFor } from '../../api/endpoints.js';
import { Button } from '../../components/button/button.js';
import { momentText } from '../../components/figures/format.js';
import { Notice } from '../../components/notice/notice.js';
import { FailedAttempt } from '../../shared/attempt/failed-attempt.js';
import { useAttempt } from '../../shared/attempt/use-attempt.js';
import styles from './security.module.css';

type Session = ResponseFor<'getSessions'>['sessions'][number];

interface SessionRowProps {
  session: Session;
  busy: boolean;
  onEnd: () => void;
}

const SessionRow = ({ session, busy, onEnd }: SessionRowProps) => (
  <li className={styles.session}>
    <div>
      <p className={styles.device}>
        {session.device}
        {session.current && <span className={styles.here}>This device</span>}
      </p>
      <p className={styles.detail}>
        Signed in {momentText(session.began_at)} ET
        {!session.current && <> · last used {momentText(session.last_used_at)} ET</>}
      </p>
    </div>
    {!session.current && (
      <Button
        variant="secondary"
        size="small"
        disabled={busy}
        onClick={onEnd}
        aria-label={`Sign out ${session.device}, signed in ${momentText(session.began_at)} ET`}
      >
        Sign out
      </Button>
    )}
  </li>
);

/** Sessions that are to end. */
interface Ending {
  readonly ids: readonly string[];
  /** What is said when they are over. */
  readonly said: string;
  readonly isDone: boolean;
}

/** Active sessions; all but the current one can be ended, alone or together. */
export const SessionList = ({ sessions }: { sessions: readonly Session[] }) => {
  const { revalidate } = useRevalidator();
  const { busy, failed, attempt } = useAttempt();
  const [ending, setEnding] = useState<Ending>();
  const list = useRef<HTMLUListElement>(null);

  const end = (those: Omit<Ending, 'isDone'>, act: (key: string) => Promise<unknown>) => {
    setEnding({ ...those, isDone: false });
    const onDone = async () => {
      await revalidate();
      setEnding({ ...those, isDone: true });
    };
    const orRead = (failure: unknown) => {
      // It may have ended by an attempt whose answer was lost, or from another device: that is as good.
      if (failure instanceof ApiError && failure.code === 'SessionNotFound') return;
      void revalidate();
      throw failure;
    };
    void attempt({ values: those.ids, act: (key) => act(key).catch(orRead), onDone });
  };

  const others = sessions.filter(({ current }) => !current);
  const isOver = ending && (ending.isDone || !others.some(({ id }) => ending.ids.includes(id)));
  // The pressed button is gone, and the focus must not fall on the one of another device.
  useLayoutEffect(() => {
    if (isOver) list.current?.focus();
  }, [isOver]);
  return (
    <div className={styles.part}>
      {isOver ? <Notice title={ending.said} /> : <FailedAttempt failed={failed} done="signed out" />}
      <ul ref={list} tabIndex={-1} className={styles.sessions} aria-label="Where you’re signed in">
        {[...sessions.filter(({ current }) => current), ...others].map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={busy}
            onEnd={() =>
              end({ ids: [session.id], said: `${session.device} is signed out.` }, (key) =>
                command('endSession', { id: session.id }, { key }),
              )
            }
          />
        ))}
      </ul>
      {others.length > 1 && (
        <div>
          <Button
            variant="danger"
            size="small"
            disabled={busy}
            onClick={() =>
              end({ ids: others.map(({ id }) => id), said: 'You’re signed out everywhere else.' }, (key) =>
                command('endOtherSessions', {}, { key }),
              )
            }
          >
            Sign out everywhere else
          </Button>
        </div>
      )}
      <p className={styles.detail}>
        Signing out takes effect at once. Inactive devices are signed out after {sessionDays.idle} days, and
        every device {sessionDays.longest} days after it signed in. “Last used” is accurate to about ten
        minutes. If you don’t recognize a device, sign it out, then set a new password. That signs out every
        device.
      </p>
    </div>
  );
};
