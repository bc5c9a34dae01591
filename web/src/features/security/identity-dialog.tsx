import { Suspense, useState } from 'react';
import { Await, Link, useAsyncError } from 'react-router-dom';
import { arriving } from '../../api/arriving.js';
import { command, query } from '../../api/browser-client.js';
import type { BodyFor } from '../../api/endpoints.js';
import { FormDialog } from '../../components/dialog/form-dialog.js';
import { FocusFirst } from '../../components/focus-first.js';
import { Bone, Loading } from '../../components/skeleton/skeleton.js';
import { GenericForm } from '../../forms/generic-form.js';
import { codeField, passwordField } from '../../forms/sign-in-fields.js';
import { FailureNotice } from '../../shared/attempt/failure-notice.js';
import { GoogleButton } from '../../shared/google/google-button.js';

type Proof = BodyFor<'proveIdentity'>;

interface AskProps {
  prove: (given: Omit<Proof, 'for'>) => Promise<void>;
}

const Typed = ({ prove, way }: AskProps & { way: 'code' | 'password' }) => (
  <FocusFirst>
    <GenericForm
      label="Confirm it’s you"
      fields={[way === 'code' ? codeField : passwordField]}
      submitLabel="Confirm"
      busyLabel="Checking…"
      submit={(state) => prove({ [way]: String(state[way]) })}
    />
  </FocusFirst>
);

const skeleton = (
  <Loading label="Loading">
    <Bone height="96px" />
  </Loading>
);

interface NoGoogleProps {
  /** Undefined while it loads. */
  failure: unknown;
  onRetry: () => void;
}

/** Only people without a password are sent to Google: setting one is the other way. */
const NoGoogle = ({ failure, onRetry }: NoGoogleProps) =>
  failure === undefined ? (
    skeleton
  ) : (
    <>
      <FailureNotice title="We couldn’t start the check" failure={failure} onRetry={onRetry} />
      <p>
        Or <Link to="/password_reset_request/">set a password</Link> and confirm with that. You’ll be signed
        out everywhere, Google will be unlinked, and if you’ve linked a bank, you can’t withdraw for a few
        days.
      </p>
    </>
  );

const AtGoogle = ({ prove }: AskProps) => {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const tell = async (token: string) => {
    setBusy(true);
    setFailure(undefined);
    await prove({ google_access_token: token }).catch(setFailure);
    setBusy(false);
  };
  return (
    <>
      {failure !== undefined && <FailureNotice title="Google couldn’t confirm it’s you" failure={failure} />}
      <GoogleButton
        label={busy ? 'Checking…' : 'Confirm with Google'}
        disabled={busy}
        instead={(cause, again) => <NoGoogle failure={cause} onRetry={again} />}
        onToken={(token) => void tell(token)}
        onFailure={setFailure}
      />
    </>
  );
};

const askWay = () => arriving(query('getIdentityProofWay'));

const NotAsked = ({ onRetry }: { onRetry: () => void }) => (
  <FailureNotice title="We couldn’t start the check" failure={useAsyncError()} onRetry={onRetry} />
);

interface IdentityDialogProps {
  path: string;
  onAnswer: (proof: string | undefined) => void;
}

/** Asks for proof of identity before one action: a code, the password, or Google. */
export const IdentityDialog = ({ path, onAnswer }: IdentityDialogProps) => {
  const [asked, setAsked] = useState(askWay);
  const prove = async (given: Omit<Proof, 'for'>) => {
    const { proof } = await command('proveIdentity', { for: path as Proof['for'], ...given });
    onAnswer(proof);
  };
  return (
    <FormDialog open title="Confirm it’s you" onClose={() => onAnswer(undefined)}>
      <p>
        This change could affect your money, so we check again. This confirmation covers only this change.
      </p>
      <Suspense fallback={skeleton}>
        <Await resolve={asked} errorElement={<NotAsked onRetry={() => setAsked(askWay())} />}>
          {({ data: { way } }) =>
            way === 'google' ? <AtGoogle prove={prove} /> : <Typed way={way} prove={prove} />
          }
        </Await>
      </Suspense>
    </FormDialog>
  );
};
