import { calls } from '@groundswell/contracts';
import { useState } from 'react';
import { command } from '../../api/browser-client.js';
import { useDone, useLinkToken } from '../../api/link-token.js';
import { LinkButton } from '../../components/button/button.js';
import { Notice } from '../../components/notice/notice.js';
import { Page } from '../../components/page/page.js';
import { rulesOf } from '../../forms/contract-rules.js';
import { GenericForm } from '../../forms/generic-form.js';
import { newPasswordField } from '../../forms/sign-in-fields.js';
import { isUsedUp } from '../../shared/link-action.js';

interface NewPasswordProps {
  token: string;
  onDone: () => void;
  /** The link no longer works. */
  onUsedUp: () => void;
}

const NewPassword = ({ token, onDone, onUsedUp }: NewPasswordProps) => (
  <GenericForm
    label="Set a new password"
    fields={[newPasswordField]}
    submitLabel="Set password"
    validate={rulesOf(calls.resetPassword, { token })}
    submit={async ({ password }, key) => {
      try {
        await command('resetPassword', { token, password: String(password) }, { key });
      } catch (failure) {
        if (!isUsedUp(failure)) throw failure;
        return onUsedUp();
      }
      onDone();
    }}
  />
);

const AnotherLink = ({ title, children }: { title: string; children: string }) => (
  <Notice
    tone="caution"
    title={title}
    action={
      <LinkButton to="/password_reset_request/" variant="secondary">
        Send a new link
      </LinkButton>
    }
  >
    <p>{children}</p>
  </Notice>
);

const Done = () => (
  <Notice title="Your new password is set." action={<LinkButton to="/login">Log in</LinkButton>}>
    <p>You’ve been signed out everywhere.</p>
  </Notice>
);

const OfLink = ({ token }: { token: string | undefined }) => {
  const [isDone, finish] = useDone();
  const [isUsed, setUsed] = useState(false);
  if (isDone) return <Done />;
  if (isUsed)
    return <AnotherLink title="This link no longer works.">It was used, or it expired.</AnotherLink>;
  return token ? (
    <NewPassword token={token} onDone={finish} onUsedUp={() => setUsed(true)} />
  ) : (
    <AnotherLink title="This link looks incomplete.">
      Open it from the email again, or request a new one.
    </AnotherLink>
  );
};

export const ResetPassword = () => {
  const token = useLinkToken();
  return (
    <Page title="Set a new password" measure="narrow">
      <OfLink key={token} token={token} />
    </Page>
  );
};
