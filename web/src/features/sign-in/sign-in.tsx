import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { ApiError } from '../../api/api-error.js';
import { Button } from '../../components/button/button.js';
import control from '../../components/control.module.css';
import { FocusFirst } from '../../components/focus-first.js';
import { Mark } from '../../components/mark.js';
import { Notice } from '../../components/notice/notice.js';
import { GoogleButton } from '../../shared/google/google-button.js';
import { CodeStep } from './code-step.js';
import { messageFor, missingIn } from './messages.js';
import styles from './sign-in.module.css';
import { useEntering } from './use-entering.js';
import { signIn, signInWithGoogle } from './ways-in.js';

interface CredentialProps {
  name: 'email' | 'password';
  label: string;
  error: string | undefined;
  typed?: string;
}

const Credential = ({ name, label, error, typed }: CredentialProps) => (
  <div className={styles.field}>
    <label htmlFor={name}>{label}</label>
    <input
      className={control.control}
      id={name}
      name={name}
      type={name}
      defaultValue={typed}
      autoComplete={name === 'email' ? 'username' : 'current-password'}
      aria-invalid={error ? true : undefined}
      aria-describedby={error && `${name}-error`}
    />
    {error && (
      <p className={styles.error} id={`${name}-error`}>
        {error}
      </p>
    )}
  </div>
);

const Failure = ({ failure }: { failure: unknown }) => (
  <Notice tone="danger">
    {failure instanceof ApiError && failure.code === 'InvalidCredentials' ? (
      <p>
        Wrong Email or Password. If this is your first time logging in, you may need to{' '}
        <Link to="/password_reset_request/">reset your password</Link> first.
      </p>
    ) : (
      <p>{messageFor(failure)}</p>
    )}
  </Notice>
);

const Screen = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={styles.screen}>
    <title>Log in · Groundswell</title>
    <Link className={styles.logo} to="/">
      <Mark size={34} />
      Groundswell
    </Link>
    <div className={styles.card}>
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </div>
  </div>
);

export const SignIn = () => {
  const navigate = useNavigate();
  const [missing, setMissing] = useState<ReturnType<typeof missingIn>>({});
  // For those who come back from the code.
  const [typed, setTyped] = useState('');
  const { busy, isEntering, failure, setFailure, challenge, setChallenge, enter } = useEntering();

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isEntering()) return;
    const form = new FormData(event.currentTarget);
    const [email, password] = [String(form.get('email')), String(form.get('password'))];
    const found = missingIn(email, password);
    setMissing(found);
    const first = Object.keys(found)[0];
    if (first) return event.currentTarget.querySelector<HTMLInputElement>(`#${first}`)?.focus();
    setTyped(email);
    await enter(() => signIn(email, password));
  };

  if (challenge)
    return (
      <Screen title="Enter your code">
        <FocusFirst>
          <CodeStep
            challenge={challenge}
            onDone={() => void navigate('/load_last_url', { replace: true })}
            onBack={(why) => {
              setChallenge(undefined);
              setFailure(why);
            }}
          />
        </FocusFirst>
      </Screen>
    );

  return (
    <Screen title="Welcome back">
      <form className={styles.form} noValidate onSubmit={(event) => void onSubmit(event)} aria-label="Log in">
        {failure !== undefined && <Failure failure={failure} />}
        <Credential name="email" label="Email" error={missing.email} typed={typed} />
        <Credential name="password" label="Password" error={missing.password} />
        <Button type="submit" size="large" disabled={busy}>
          {busy ? 'Logging in…' : 'Log in'}
        </Button>
        <p className={styles.forgotten}>
          <Link to="/password_reset_request/">Forgot your password?</Link>
        </p>
      </form>
      <GoogleButton
        beside
        label="Login with Google"
        disabled={busy}
        onToken={(accessToken) => void enter(() => signInWithGoogle(accessToken))}
        onFailure={setFailure}
      />
    </Screen>
  );
};
