import type { TransferDirection } from '@groundswell/contracts';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.js';
import { command } from '../../api/browser-client.js';
import type { ResponseFor } from '../../api/endpoints.js';
import { outcomeOf } from '../../api/outcome.js';
import { Button, LinkButton } from '../../components/button/button.js';
import { momentText, moneyText, weekdayText } from '../../components/figures/format.js';
import { Notice } from '../../components/notice/notice.js';
import { FailureNotice } from '../../shared/attempt/failure-notice.js';
import { Card, Facts } from '../../shared/money/facts.js';
import { endsOf, type Transfer } from './transfer-words.js';
import styles from './transfers.module.css';

export type Terms = ResponseFor<'getTransferTerms'>;

/** The typed values, with the amount in the contract's format. */
export interface Typed {
  readonly amount: string;
  readonly direction: TransferDirection;
}

interface TransferReviewProps extends Typed {
  bank: Transfer['bank'];
  terms: Terms;
  /** The same for the same transfer, however often it is sent. */
  submissionKey: string;
  /** It was sent before, and nothing is known of it. */
  inDoubt: boolean;
  /** Others that were sent before, of which nothing is known. */
  othersInDoubt: readonly (Typed & { readonly key: string })[];
  /** Whether the browser still knows after a reload, and in other tabs, what was sent. */
  isKept: boolean;
  onSending: () => void;
  /** It is known not to have been sent. */
  onNotSent: () => void;
  /** The server has decided; `taken` is the transfer's id if it was accepted. */
  onDecided: (taken: string | undefined) => void;
  onChange: () => void;
}

interface Attempt {
  readonly outcome: ReturnType<typeof outcomeOf>;
  readonly failure: unknown;
}

const titles: Readonly<Record<Attempt['outcome'], string>> = {
  refused: 'No money was moved',
  unproven: 'Not sent: enter a code first',
  unknown: 'We don’t know yet whether it went through',
};

const SeeTransfers = () => (
  <LinkButton to="/see_ach_methods/" variant="secondary" size="small">
    See your transfers
  </LinkButton>
);

/** The earlier one may be this very transfer, sent from another device: “No money was moved” would be wrong. */
const DayTaken = ({ failure }: Pick<Attempt, 'failure'>) => (
  <>
    <FailureNotice title="This transfer wasn’t sent" failure={failure} />
    <div>
      <SeeTransfers />
    </div>
  </>
);

const FailedAttempt = ({ outcome, failure, isKept }: Attempt & Pick<TransferReviewProps, 'isKept'>) => {
  if (failure instanceof ApiError && failure.code === 'TransferDayTaken')
    return <DayTaken failure={failure} />;
  return (
    <>
      <FailureNotice title={titles[outcome]} failure={failure} />
      {outcome === 'unknown' && (
        <p>
          Try again{!isKept && ' without reloading'}. If we already have your transfer, it won’t be made
          twice.
        </p>
      )}
    </>
  );
};

/** After a reload, the same transfer would be a new one. */
const NothingKept = () => (
  <Notice tone="caution" title="Your browser blocks storage for this page." action={<SeeTransfers />}>
    <p>
      After a reload or in another tab, we can’t tell if you’re sending the same transfer again. Check your
      transfers before you do.
    </p>
  </Notice>
);

/** Someone who changed a transfer after its answer was lost may take the new one for the same. */
const OtherInDoubt = ({ amount, direction }: Typed) => (
  <Notice
    tone="caution"
    title={`We don’t know yet whether your ${direction === 'incoming' ? 'deposit' : 'withdrawal'} of ${moneyText(amount)} went through.`}
    action={<SeeTransfers />}
  >
    <p>This is another transfer. Check your transfers before you send it.</p>
  </Notice>
);

/** Sends the transfer, one attempt at a time. */
const useSending = ({ amount, direction, bank, ...props }: TransferReviewProps) => {
  const [failed, setFailed] = useState<Attempt>();
  const [sending, setSending] = useState(false);
  const inFlight = useRef(false);
  const inDoubt = useRef(props.inDoubt);

  const send = async () => {
    // Checked before rendering, so that a double click submits only once.
    if (inFlight.current) return;
    inFlight.current = true;
    setSending(true);
    setFailed(undefined);
    props.onSending();
    try {
      const { id } = await command(
        'createAchTransfer',
        { amount, direction, ach_relationship_id: bank.id },
        { key: props.submissionKey },
      );
      props.onDecided(id);
    } catch (failure) {
      const outcome = outcomeOf(failure, inDoubt.current);
      inDoubt.current = outcome === 'unknown';
      if (outcome === 'refused') props.onDecided(undefined);
      if (outcome === 'unproven') props.onNotSent();
      setFailed({ outcome, failure });
      setSending(false);
      inFlight.current = false;
    }
  };

  return { failed, sending, send };
};

/** Everything about the transfer once more, before it is requested. */
export const TransferReview = (props: TransferReviewProps) => {
  const { amount, direction, bank, terms, isKept } = props;
  const [wasInDoubt] = useState(props.inDoubt);
  const { failed, sending, send } = useSending(props);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const { from, to } = endsOf({ direction, bank });

  return (
    <div className={styles.form}>
      <h2 ref={title} tabIndex={-1} className={styles.reviewTitle}>
        Review transfer
      </h2>
      {!isKept && <NothingKept />}
      {wasInDoubt && !failed && !sending && (
        <Notice tone="caution" title="We don’t know yet whether this transfer went through.">
          <p>
            You sent it before. Send it again to make sure: if we already have it, it won’t be made twice.
          </p>
        </Notice>
      )}
      {props.othersInDoubt.map((other) => (
        <OtherInDoubt key={other.key} amount={other.amount} direction={other.direction} />
      ))}
      <Card>
        <Facts
          facts={[
            ['From', from],
            ['To', to],
            ['Amount', <strong key="amount">{moneyText(amount)}</strong>],
            ['Fee', moneyText(terms.fee)],
            ['Expected', weekdayText(terms.expected_on)],
          ]}
        />
      </Card>
      <p className={styles.small}>
        It should arrive by then if you confirm before {momentText(terms.cutoff)} ET. You can cancel until it
        is sent to the bank. A bank can send a transfer back for up to 60 days.
      </p>
      {failed && <FailedAttempt {...failed} isKept={isKept} />}
      <div className={styles.actions}>
        <Button disabled={sending} onClick={() => void send()}>
          {sending ? 'Sending…' : `${direction === 'incoming' ? 'Deposit' : 'Withdraw'} ${moneyText(amount)}`}
        </Button>
        <Button variant="quiet" disabled={sending} onClick={props.onChange}>
          Change
        </Button>
      </div>
    </div>
  );
};
