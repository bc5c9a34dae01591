import { calls } from '@groundswell/contracts';
import { useState } from 'react';
import { command } from '../../api/browser-client.js';
import { useLinkToken } from '../../api/link-token.js';
import { LinkButton } from '../../components/button/button.js';
import { Notice } from '../../components/notice/notice.js';
import { Page } from '../../components/page/page.js';
import { rulesOf } from '../../forms/contract-rules.js';
import type { FormField } from '../../forms/form-field.js';
import { GenericForm } from '../../forms/generic-form.js';

const fields: readonly FormField[] = [
  {
    kind: 'password',
    name: 'password',
    label: 'New password',
    hint: 'At least 8 characters. Try a few random words.',
    required: true,
    autoComplete: 'new-password',
  },
];

const NewPassword = ({ token, onDone }: { token: string; onDone: () => void }) => (
  <GenericForm
    label="Set a new password"
    fields={fields}
    submitLabel="Set password"
    validate={rulesOf(calls.resetPassword, { token })}
    submit={({ password }, key) => command('resetPassword', { token, password: String(password) }, { key })}
    onSuccess={onDone}
  />
);

const Done = () => (
  <Notice title="Your new password is set." action={<LinkButton to="/login">Log in</LinkButton>}>
    <p>You’ve been logged out on all other devices.</p>
  </Notice>
);

export const ResetPassword = () => {
  const token = useLinkToken();
  const [done, setDone] = useState(false);
  return (
    <Page title="Set a new password" measure="narrow">
      {done && <Done />}
      {!done && token && <NewPassword token={token} onDone={() => setDone(true)} />}
      {!done && !token && (
        <Notice
          tone="caution"
          title="This link looks incomplete."
          action={
            <LinkButton to="/password_reset_request/" variant="secondary">
              Send a new link
            </LinkButton>
          }
        >
          <p>Open it from the email again, or request a new one.</p>
        </Notice>
      )}
    </Page>
  );
};
