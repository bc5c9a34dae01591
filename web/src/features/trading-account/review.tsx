import { type BodyOf, calls } from '@groundswell/contracts';
import { Link } from 'react-router-dom';
import { ApiError } from '../../api/api-error.js';
import { command } from '../../api/browser-client.js';
import { Button } from '../../components/button/button.js';
import { Notice } from '../../components/notice/notice.js';
import type { FormValues } from '../../forms/form-field.js';
import { GenericForm } from '../../forms/generic-form.js';
import { disclosuresIn } from './draft.js';
import { Part } from './part.js';
import { steps } from './steps.js';
import styles from './trading-account.module.css';

type Application = BodyOf<typeof calls.createAlpacaAccount>;

const applicationOf = (values: FormValues): Application => {
  const names = Object.keys(calls.createAlpacaAccount.body?.shape ?? {});
  return {
    ...Object.fromEntries(names.map((name) => [name, values[name]])),
    disclosure_agreements: disclosuresIn(values),
  } as Application;
};

/** The server's messages about single fields are shown at the top, since the fields are on other steps. */
const send = async (values: FormValues, key: string) => {
  try {
    await command('createAlpacaAccount', applicationOf(values), { key });
  } catch (caught) {
    const messages = caught instanceof ApiError ? Object.values(caught.fields) : [];
    if (!(caught instanceof ApiError) || messages.length === 0) throw caught;
    throw new ApiError({ status: caught.status, code: caught.code, error: messages.join(' ') });
  }
};

interface ReviewProps {
  values: FormValues;
  /** Whether the broker’s answer is waited for: nothing can be sent again. */
  sent: boolean;
  onSent: () => unknown;
  onBack: () => void;
}

/** Everything once more, before it is sent to the broker. */
export const Review = ({ values, sent, onSent, onBack }: ReviewProps) => (
  <div className={styles.review}>
    {steps.map((step) => (
      <Part
        key={step.id}
        step={step}
        values={values}
        action={
          <Link to={`?step=${step.id}`}>
            Change<span className="for-screen-readers"> {step.title}</span>
          </Link>
        }
      />
    ))}
    <p>
      By submitting, you ask our broker, Alpaca Securities LLC, to open an account in your name, and you
      accept its account agreement. No money moves yet.
    </p>
    {sent ? (
      <Notice title="We already have your application.">
        <p>Opening its status…</p>
      </Notice>
    ) : (
      <GenericForm
        label="Submit the application"
        fields={[]}
        submitLabel="Submit application"
        busyLabel="Sending…"
        submit={(_state, key) => send(values, key)}
        onSuccess={onSent}
        moreActions={
          <Button variant="quiet" onClick={onBack}>
            Back
          </Button>
        }
      />
    )}
  </div>
);
