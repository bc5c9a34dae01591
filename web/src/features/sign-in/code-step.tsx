import { ApiError } from '../../api/api-error.js';
import { Button } from '../../components/button/button.js';
import { GenericForm } from '../../forms/generic-form.js';
import { codeField } from '../../forms/sign-in-fields.js';
import { completeSignIn } from './ways-in.js';

interface CodeStepProps {
  challenge: string;
  onDone: () => void;
  /** Returns to the password step; with the failure when the challenge is no longer valid. */
  onBack: (failure: unknown) => void;
}

/** The second half of signing in, with a second factor. */
export const CodeStep = ({ challenge, onDone, onBack }: CodeStepProps) => (
  <GenericForm
    label="Enter your code"
    fields={[codeField]}
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
