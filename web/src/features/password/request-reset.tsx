import { useState } from 'react';
import { command } from '../../api/browser-client.js';
import { Button } from '../../components/button/button.js';
import { FocusFirst } from '../../components/focus-first.js';
import { Notice } from '../../components/notice/notice.js';
import { Page } from '../../components/page/page.js';
import type { FormField } from '../../forms/form-field.js';
import { GenericForm } from '../../forms/generic-form.js';

const fields: readonly FormField[] = [
  { kind: 'email', name: 'email', label: 'Email', required: true, autoComplete: 'username' },
];

const Request = ({ onSent }: { onSent: () => void }) => (
  <GenericForm
    label="Reset your password"
    fields={fields}
    submitLabel="Send the link"
    submit={({ email }, key) =>
      command('requestPasswordReset', { email: String(email).trim().toLowerCase() }, { key })
    }
    onSuccess={onSent}
  />
);

const Sent = ({ onAgain }: { onAgain: () => void }) => (
  <Notice
    title="Check your email."
    action={
      <Button variant="secondary" size="small" onClick={onAgain}>
        Use another address
      </Button>
    }
  >
    <p>If this address has an account, we’ve sent it a link. It works once, within one hour.</p>
  </Notice>
);

export const RequestPasswordReset = () => {
  const [stage, setStage] = useState<'first' | 'sent' | 'again'>('first');
  const request = <Request onSent={() => setStage('sent')} />;
  return (
    <Page title="Reset your password" lead="We’ll email you a reset link." measure="narrow">
      {stage === 'first' && request}
      {stage === 'sent' && <Sent onAgain={() => setStage('again')} />}
      {stage === 'again' && <FocusFirst>{request}</FocusFirst>}
    </Page>
  );
};
