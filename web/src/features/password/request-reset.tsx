import { useState } from 'react';
import { command } from '../../api/browser-client.js';
import { Notice } from '../../components/notice/notice.js';
import { Page } from '../../components/page/page.js';
import type { FormField } from '../../forms/form-field.js';
import { GenericForm } from '../../forms/generic-form.js';

const fields: readonly FormField[] = [
  { kind: 'email', name: 'email', label: 'Email', required: true, autoComplete: 'username' },
];

export const RequestPasswordReset = () => {
  const [sent, setSent] = useState(false);
  return (
    <Page title="Reset your password" lead="We’ll email you a reset link." measure="narrow">
      {sent ? (
        <Notice title="Check your email.">
          <p>If this address has an account, we’ve sent it a link. It works once, within one hour.</p>
        </Notice>
      ) : (
        <GenericForm
          label="Reset your password"
          fields={fields}
          submitLabel="Send the link"
          submit={({ email }, key) =>
            command('requestPasswordReset', { email: String(email).trim().toLowerCase() }, { key })
          }
          onSuccess={() => setSent(true)}
        />
      )}
    </Page>
  );
};
