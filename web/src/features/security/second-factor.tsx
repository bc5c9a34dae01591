import { type ReactNode, useRef, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { ApiError } from '../../api/api-error.js';
import { command } from '../../api/browser-client.js';
import type { ResponseFor } from '../../api/endpoints.js';
import { isUnanswered } from '../../api/outcome.js';
import { Button, LinkButton } from '../../components/button/button.js';
import { FocusFirst } from '../../components/focus-first.js';
import { Notice } from '../../components/notice/notice.js';
import { GenericForm } from '../../forms/generic-form.js';
import { codeField } from '../../forms/sign-in-fields.js';
import { RecoveryCodes } from './recovery-codes.js';
import styles from './security.module.css';
import { SetUp } from './set-up.js';

type SecondFactorState = ResponseFor<'getSecondFactor'>;
type Doing = 'nothing' | 'setting up' | 'turning off' | 'renewing';

const Off = ({
  state,
  staff,
  onBegin,
}: {
  state: SecondFactorState;
  staff: boolean;
  onBegin: () => void;
}) => (
  <>
    {staff && (
      <Notice tone="caution" title="We recommend this to all staff.">
        <p>People invest based on your changes. A code in addition to your password protects them.</p>
      </Notice>
    )}
    <p>
      A code from an app on your phone, required in addition to your password when you sign in, and again
      before you link a bank or withdraw. Any authenticator app works.
    </p>
    <div>
      {state.has_password ? (
        <Button onClick={onBegin}>Set up two-step sign-in</Button>
      ) : (
        <Notice
          title="Set a password first."
          action={<LinkButton to="/password_reset_request/">Set a password</LinkButton>}
        >
          <p>You sign in with Google. Two-step sign-in needs a password, too.</p>
        </Notice>
      )}
    </div>
  </>
);

const On = ({ state, onDo }: { state: SecondFactorState; onDo: (doing: Doing) => void }) => (
  <>
    <Notice title="Two-step sign-in is on.">
      <p>Recovery codes left: {state.recovery_codes_left} of 10.</p>
    </Notice>
    <div className={styles.actions}>
      <Button variant="secondary" onClick={() => onDo('renewing')}>
        New recovery codes
      </Button>
      <Button variant="quiet" onClick={() => onDo('turning off')}>
        Turn off
      </Button>
    </div>
  </>
);

/** Shown after a lost answer that may have held new codes. */
const Unseen = () => (
  <Notice tone="caution" title="We don’t know whether new recovery codes were created.">
    <p>If they were, older ones no longer work. Create new ones with the next code from your app.</p>
  </Notice>
);

interface WithCodeProps {
  title: string;
  /** Shown above the field. */
  children?: ReactNode;
  submitLabel: string;
  send: (code: string) => Promise<unknown>;
  onSuccess?: () => void;
  onCancel: () => void;
}

/** A change that requires a code. */
const WithCode = ({ title, children, submitLabel, send, onSuccess, onCancel }: WithCodeProps) => (
  <FocusFirst>
    <div className={styles.card}>
      <h3>{title}</h3>
      {children}
      <GenericForm
        label={title}
        fields={[codeField]}
        submitLabel={submitLabel}
        busyLabel="Checking…"
        submit={({ code }) => send(String(code))}
        {...(onSuccess && { onSuccess })}
        moreActions={
          <Button variant="quiet" onClick={onCancel}>
            Not now
          </Button>
        }
      />
    </div>
  </FocusFirst>
);

/** It may be off already, by an attempt whose answer was lost or from another device: that is as good. */
const turnOff = async (code: string): Promise<void> => {
  try {
    await command('turnOffSecondFactor', { code });
  } catch (failure) {
    if (!(failure instanceof ApiError && failure.code === 'SecondFactorOff')) throw failure;
  }
};

/** Turns two-step sign-in on and off, and manages its recovery codes. */
export const SecondFactor = ({ state, staff }: { state: SecondFactorState; staff: boolean }) => {
  const { revalidate } = useRevalidator();
  const [doing, setDoing] = useState<Doing>('nothing');
  const [codes, setCodes] = useState<readonly string[]>();
  const [unseen, setUnseen] = useState(false);
  const sent = useRef(false);
  const send = <Answer,>(request: Promise<Answer>): Promise<Answer> => {
    sent.current = true;
    return request;
  };
  const stop = () => {
    setDoing('nothing');
    // It may have been turned on or off by an attempt whose answer was lost.
    if (sent.current) void revalidate();
    sent.current = false;
  };
  const finish = () => {
    setCodes(undefined);
    stop();
  };
  const showCodes = async (asked: Promise<{ readonly recovery_codes: readonly string[] }>) => {
    try {
      setCodes((await asked).recovery_codes);
      setUnseen(false);
    } catch (failure) {
      if (isUnanswered(failure)) setUnseen(true);
      // It was turned on by the attempt before, whose codes no one has seen.
      if (unseen && failure instanceof ApiError && failure.code === 'SecondFactorOn') return stop();
      throw failure;
    }
  };
  if (codes) return <RecoveryCodes codes={codes} onDone={finish} />;
  if (doing === 'setting up')
    return (
      <FocusFirst>
        <SetUp turnOn={(code) => showCodes(send(command('turnOnSecondFactor', { code })))} onCancel={stop} />
      </FocusFirst>
    );
  if (doing === 'turning off')
    return (
      <WithCode
        title="Turn two-step sign-in off"
        submitLabel="Turn off"
        send={(code) => send(turnOff(code))}
        onSuccess={finish}
        onCancel={stop}
      />
    );
  if (doing === 'renewing')
    return (
      <WithCode
        title="New recovery codes"
        submitLabel="Create new codes"
        send={(code) => showCodes(send(command('renewRecoveryCodes', { code })))}
        onCancel={stop}
      >
        {unseen && <Unseen />}
      </WithCode>
    );
  return (
    <div className={styles.part}>
      {unseen && state.on && <Unseen />}
      {state.on ? (
        <On state={state} onDo={setDoing} />
      ) : (
        <Off state={state} staff={staff} onBegin={() => setDoing('setting up')} />
      )}
    </div>
  );
};
