import { command } from '../../api/browser-client.js';
import { FormDialog } from '../../components/dialog/form-dialog.js';
import { codeField } from '../../forms/code-field.js';
import { GenericForm } from '../../forms/generic-form.js';

/** Asks for a code before what somebody wants goes on. */
export const ProofDialog = ({ onAnswer }: { onAnswer: (proven: boolean) => void }) => (
  <FormDialog open title="Is it you?" onClose={() => onAnswer(false)}>
    <p>Before money goes out we ask for a code. It then counts for ten minutes.</p>
    <GenericForm
      label="Confirm that it is you"
      fields={[codeField]}
      submitLabel="Go on"
      busyLabel="Checking…"
      submit={({ code }) => command('proveSecondFactor', { code: String(code) })}
      onSuccess={() => onAnswer(true)}
    />
  </FormDialog>
);
