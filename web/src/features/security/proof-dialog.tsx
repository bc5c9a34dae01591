import { command } from '../../api/browser-client.js';
import { FormDialog } from '../../components/dialog/form-dialog.js';
import { GenericForm } from '../../forms/generic-form.js';
import { codeField } from '../../forms/sign-in-fields.js';

/** Asks for a code before an action continues. */
export const ProofDialog = ({ onAnswer }: { onAnswer: (proven: boolean) => void }) => (
  <FormDialog open title="Confirm it’s you" onClose={() => onAnswer(false)}>
    <p>We ask for a code before money leaves your account. Entering one covers the next ten minutes.</p>
    <GenericForm
      label="Confirm it’s you"
      fields={[codeField]}
      submitLabel="Continue"
      busyLabel="Checking…"
      submit={({ code }) => command('proveSecondFactor', { code: String(code) })}
      onSuccess={() => onAnswer(true)}
    />
  </FormDialog>
);
