import { calls } from '@groundswell/contracts';
import { useNavigate } from 'react-router-dom';
import { command } from '../../api/browser-client.js';
import type { BodyFor } from '../../api/endpoints.js';
import { rulesOf } from '../../forms/contract-rules.js';
import type { FieldOf } from '../../forms/form-field.js';
import { GenericForm } from '../../forms/generic-form.js';
import styles from './bank-links.module.css';

type BankAccount = BodyFor<'createAchMethod'>;

const fields: readonly FieldOf<BankAccount>[] = [
  {
    kind: 'text',
    name: 'account_owner_name',
    label: 'Account owner’s name',
    hint: 'Must match your bank. Use your own account.',
    required: true,
    autoComplete: 'name',
  },
  {
    kind: 'text',
    name: 'bank_routing_number',
    label: 'Routing number',
    hint: 'Nine digits, at the bottom left of a check.',
    required: true,
    inputMode: 'numeric',
    autoComplete: 'off',
  },
  {
    kind: 'secret',
    name: 'bank_account_number',
    label: 'Account number',
    hint: '4 to 17 digits, after the routing number. From here on we show only the last four.',
    required: true,
  },
  {
    kind: 'radio',
    name: 'bank_account_type',
    label: 'Account type',
    required: true,
    options: [
      { id: 'checking', name: 'Checking' },
      { id: 'savings', name: 'Savings' },
    ],
  },
];

/** A drawing of where the numbers are on a check. */
const WhereTheNumbersAre = () => (
  <details className={styles.where}>
    <summary>Where do I find these numbers?</summary>
    <p>
      At the bottom of a check, or in your bank’s app under account details, often called “ACH” or “direct
      deposit”.
    </p>
    <svg
      viewBox="0 0 360 150"
      role="img"
      aria-label="A check with the routing and account numbers at the bottom"
    >
      <rect className={styles.paper} x="1" y="1" width="358" height="148" rx="10" />
      <path className={styles.line} d="M20 34h96M20 50h64M262 34h78M20 84h320" />
      <text x="20" y="122">
        021000021
      </text>
      <text x="136" y="122">
        ••••••6789
      </text>
      <path className={styles.under} d="M20 128h84M136 128h84" />
      <text className={styles.name} x="20" y="141">
        Routing number
      </text>
      <text className={styles.name} x="136" y="141">
        Account number
      </text>
    </svg>
  </details>
);

interface BankFormProps {
  /** The link to replace. */
  replaces: string | undefined;
}

export const BankForm = ({ replaces }: BankFormProps) => {
  const navigate = useNavigate();
  const replacing = replaces === undefined ? {} : { id: replaces };
  return (
    <div className={styles.form}>
      <GenericForm<BankAccount>
        label="Bank account"
        fields={fields}
        submitLabel={replaces ? 'Replace bank account' : 'Link bank account'}
        busyLabel="Sending…"
        validate={rulesOf(calls.createAchMethod)}
        submit={(state, key) => command('createAchMethod', { ...state, ...replacing }, { key })}
        onSuccess={() => navigate('/see_ach_methods/')}
      />
      <WhereTheNumbersAre />
    </div>
  );
};
