import { useState } from 'react';
import { command } from '../../api/browser-client.js';
import type { ResponseFor } from '../../api/endpoints.js';
import { Button } from '../../components/button/button.js';
import { GenericForm } from '../../forms/generic-form.js';
import { firstCodeField, passwordField } from '../../forms/sign-in-fields.js';
import { QrCode } from './qr-code.js';
import styles from './security.module.css';

type Secret = ResponseFor<'setUpSecondFactor'>;

interface SetUpProps {
  turnOn: (code: string) => Promise<unknown>;
  onCancel: () => void;
}

/** In groups of four, as people type it. */
const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** The secret for the app, and the first code. */
const FirstCode = ({ found, turnOn, onCancel }: SetUpProps & { found: Secret }) => (
  <>
    <p>Scan this with your authenticator app, or type the key below it into the app.</p>
    <QrCode text={found.address} label="QR code for your authenticator app" />
    <p className={styles.key}>
      <span className="for-screen-readers">Key: </span>
      {grouped(found.secret)}
    </p>
    <GenericForm
      label="First code"
      fields={[firstCodeField]}
      submitLabel="Turn on"
      busyLabel="Checking…"
      submit={({ code }) => turnOn(String(code))}
      moreActions={
        <Button variant="quiet" onClick={onCancel}>
          Not now
        </Button>
      }
    />
  </>
);

/** Password, then the app, then a first code. */
export const SetUp = (props: SetUpProps) => {
  const [found, setFound] = useState<Secret>();
  return (
    <div className={styles.card}>
      <h3>Set up your app</h3>
      {found ? (
        <FirstCode {...props} found={found} />
      ) : (
        <GenericForm
          label="Set up your app"
          fields={[{ ...passwordField, hint: 'To make sure it’s you.' }]}
          submitLabel="Continue"
          busyLabel="Checking…"
          submit={async ({ password }) =>
            setFound(await command('setUpSecondFactor', { password: String(password) }))
          }
          moreActions={
            <Button variant="quiet" onClick={props.onCancel}>
              Not now
            </Button>
          }
        />
      )}
    </div>
  );
};
