import { calls } from '@groundswell/contracts';
import { type ReactNode, useState } from 'react';
import { command, tokens } from '../../api/browser-client.js';
import type { BodyFor } from '../../api/endpoints.js';
import { Button } from '../../components/button/button.js';
import { FocusFirst } from '../../components/focus-first.js';
import { Notice } from '../../components/notice/notice.js';
import { rulesOf } from '../../forms/contract-rules.js';
import type { FieldOf } from '../../forms/form-field.js';
import { GenericForm } from '../../forms/generic-form.js';
import { newPasswordField } from '../../forms/sign-in-fields.js';
import styles from './security.module.css';

const emailFields: readonly FieldOf<BodyFor<'requestEmailChange'>>[] = [
  {
    kind: 'email',
    name: 'email',
    label: 'New email address',
    hint: 'We’ll email it a link. Nothing changes until you use it.',
    required: true,
    autoComplete: 'email',
  },
];

type Doing = 'nothing' | 'email' | 'password';
type Done = { readonly what: 'email'; readonly to: string } | { readonly what: 'password' };

const DoneNotice = ({ done }: { done: Done }) =>
  done.what === 'email' ? (
    <Notice title="Check your new inbox.">
      <p>We emailed a link to {done.to}. It works for one hour. We’ve let your current address know, too.</p>
    </Notice>
  ) : (
    <Notice title="Your new password is set.">
      <p>You’ve been signed out on all other devices.</p>
    </Notice>
  );

interface ChangeProps {
  onDone: (done: Done) => void;
  /** Goes back without a change. */
  notNow: ReactNode;
}

const ChangeEmail = ({ onDone, notNow }: ChangeProps) => (
  <div className={styles.card}>
    <h3>Change your email address</h3>
    <p>You’ll be signed out everywhere. If you’ve linked a bank, you can’t withdraw for a few days.</p>
    <GenericForm<BodyFor<'requestEmailChange'>>
      label="Change your email address"
      fields={emailFields}
      submitLabel="Send the link"
      busyLabel="Sending…"
      validate={rulesOf(calls.requestEmailChange)}
      submit={async ({ email: to }, key) => {
        await command('requestEmailChange', { email: to }, { key });
        onDone({ what: 'email', to: to.trim() });
      }}
      moreActions={notNow}
    />
  </div>
);

const ChangePassword = ({ onDone, notNow }: ChangeProps) => (
  <div className={styles.card}>
    <h3>Change your password</h3>
    <p>
      You’ll stay signed in here and be signed out everywhere else. Google will be unlinked, and a new email
      address that you haven’t confirmed yet will be dropped.
    </p>
    <GenericForm<BodyFor<'changePassword'>>
      label="Change your password"
      fields={[newPasswordField]}
      submitLabel="Set password"
      busyLabel="Setting…"
      validate={rulesOf(calls.changePassword)}
      submit={async ({ password }, key) => {
        // New ones of the same person: the old ones are no longer valid.
        tokens.save(await command('changePassword', { password }, { key }));
        onDone({ what: 'password' });
      }}
      moreActions={notNow}
    />
  </div>
);

/** The sign-in address and the password: each change needs a second proof. */
export const Credentials = ({ email }: { email: string | undefined }) => {
  const [doing, setDoing] = useState<Doing>('nothing');
  const [done, setDone] = useState<Done>();
  const stop = () => setDoing('nothing');
  const finish = (what: Done) => {
    setDone(what);
    stop();
  };
  const begin = (what: Doing) => {
    setDone(undefined);
    setDoing(what);
  };
  const notNow = (
    <Button variant="quiet" onClick={stop}>
      Not now
    </Button>
  );
  return (
    <div className={styles.part}>
      {email !== undefined && (
        <p>
          You sign in as <strong className={styles.address}>{email}</strong>.
        </p>
      )}
      {done && <DoneNotice done={done} />}
      {doing === 'nothing' && (
        <div className={styles.actions}>
          <Button variant="secondary" onClick={() => begin('email')}>
            Change email address
          </Button>
          <Button variant="secondary" onClick={() => begin('password')}>
            Change password
          </Button>
        </div>
      )}
      {doing === 'email' && (
        <FocusFirst>
          <ChangeEmail onDone={finish} notNow={notNow} />
        </FocusFirst>
      )}
      {doing === 'password' && (
        <FocusFirst>
          <ChangePassword onDone={finish} notNow={notNow} />
        </FocusFirst>
      )}
    </div>
  );
};
