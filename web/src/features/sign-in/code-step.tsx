import { ApiError } from '../../api/api-error.js';
import { Button } from '../../components/button/button.js';
import type { FormField } from '../../forms/form-field.js';
import { GenericForm } from '../../forms/generic-form.js';
import { completeSignIn } from '../../session/session.js';

const field: FormField = {
  kind: 'text',
  name: 'code',
  label: 'Code',
  hint: 'Six digits from your authenticator app, or one of your recovery codes.',
  required: true,
  autoComplete: 'one-time-code',
  maxLength: 32,
};

interface CodeStepProps {
  challenge: string;
  onDone: () => void;
  /** Back to the password; with why, when the challenge is no good any more. */
  onBack: (failure: unknown) => void;
}

/** The second half of signing in, for those who asked for one. */
export const CodeStep = ({ challenge, onDone, onBack }: CodeStepProps) => (
  <GenericForm
    label="Enter your code"
    fields={[field]}
    submitLabel="Log in"
    busyLabel="Logging in…"
    submit={async ({ code }) => {
      try {
        await completeSignIn(challenge, String(code));
      } catch (failure) {
        if (failure instanceof ApiError && failure.code === 'ChallengeNotValid') return onBack(failure);
        throw failure;
      }
      onDone();
    }}
    moreActions={
      <Button variant="quiet" onClick={() => onBack(undefined)}>
        Back
      </Button>
    }
  />
);
