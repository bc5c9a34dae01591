import { amountSchema, calls, centsOf } from '@groundswell/contracts';
import type { ResponseFor } from '../../api/endpoints.js';
import { Button } from '../../components/button/button.js';
import { momentText, moneyText } from '../../components/figures/format.js';
import { rulesOf } from '../../forms/contract-rules.js';
import type { FieldErrors, FormField } from '../../forms/form-field.js';
import { GenericForm } from '../../forms/generic-form.js';
import type { Terms, Typed } from './transfer-review.js';
import styles from './transfers.module.css';

type Link = ResponseFor<'getAchMethods'>[number];

const byContract = rulesOf(calls.createAchTransfer, { ach_relationship_id: 'in the address' });

/** Why withdrawals to this bank are not possible yet. */
const waitingOf = ({ withdrawable_from: from, owner_in_question }: Link): string | undefined => {
  if (owner_in_question) return 'You can withdraw to this bank once we’ve checked the name on the account.';
  return from !== null && Date.parse(from) > Date.now()
    ? `You can withdraw to this bank from ${momentText(from)} ET.`
    : undefined;
};

/** The contract's rules, and a check against the available amount: the server decides. */
const rulesWith =
  (link: Link, terms: Terms) =>
  (state: Record<string, unknown>): FieldErrors => {
    const waiting = state.direction === 'outgoing' ? waitingOf(link) : undefined;
    const errors = { ...byContract(state), ...(waiting && { direction: waiting }) };
    const amount = amountSchema.safeParse(state.amount);
    if (!amount.success) return errors;
    const isOver = Date.now() >= Date.parse(terms.trading_day_ends);
    if (!isOver && centsOf(amount.data) > centsOf(terms.left_today))
      return {
        ...errors,
        amount: `The limit is ${moneyText(terms.daily_limit)} per trading day. You have ${moneyText(terms.left_today)} left until ${momentText(terms.trading_day_ends)} ET.`,
      };
    if (state.direction === 'outgoing' && centsOf(amount.data) > centsOf(terms.available))
      return { ...errors, amount: `You can withdraw up to ${moneyText(terms.available)} right now.` };
    return errors;
  };

const fieldsFor = (link: Link, initial: Typed | undefined): FormField[] => [
  {
    kind: 'radio',
    name: 'direction',
    label: 'Direction',
    required: true,
    initial: initial?.direction ?? '',
    options: [
      {
        id: 'incoming',
        name: 'From your bank to Groundswell',
        detail: `Incoming (into trading account), from ${link.name} ${link.account_number}`,
      },
      {
        id: 'outgoing',
        name: 'From Groundswell to your bank',
        detail: `Outgoing (into your bank account), to ${link.name} ${link.account_number}`,
      },
    ],
  },
  {
    kind: 'text',
    name: 'amount',
    label: 'Amount in dollars',
    hint: 'Example: 250.00.',
    required: true,
    inputMode: 'decimal',
    autoComplete: 'off',
    initial: initial?.amount ?? '',
  },
];

interface TransferFormProps {
  link: Link;
  terms: Terms;
  initial: Typed | undefined;
  onReview: (typed: Typed) => void;
}

export const TransferForm = ({ link, terms, initial, onReview }: TransferFormProps) => (
  <div className={styles.form}>
    <GenericForm
      label="Transfer funds"
      fields={fieldsFor(link, initial)}
      validate={rulesWith(link, terms)}
      submit={async ({ amount, direction }) =>
        onReview({
          amount: amountSchema.parse(amount),
          direction: direction === 'incoming' ? 'incoming' : 'outgoing',
        })
      }
      submitLabel="Review"
      moreActions={(fill) =>
        terms.available !== '0.00' && (
          <Button
            variant="quiet"
            onClick={() => fill({ direction: 'outgoing', amount: terms.available } satisfies Typed)}
          >
            Withdraw all {moneyText(terms.available)}
          </Button>
        )
      }
    />
  </div>
);
