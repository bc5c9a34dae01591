import { useLoaderData } from 'react-router-dom';
import { Button, LinkButton } from '../../components/button/button.js';
import { momentText, moneyText, weekdayText } from '../../components/figures/format.js';
import { Notice } from '../../components/notice/notice.js';
import { Page } from '../../components/page/page.js';
import { Bone, Loading } from '../../components/skeleton/skeleton.js';
import { Timeline } from '../../components/timeline/timeline.js';
import { Arriving } from '../../shared/arriving.js';
import { Card, Facts } from '../../shared/money/facts.js';
import { OwnUpdates } from '../../shared/updates/own-updates.js';
import { CancelTransfer } from './cancel-transfer.js';
import type { TransferData } from './load-transfers.js';
import { timelineOf } from './transfer-steps.js';
import {
  cameToNothing,
  endsOf,
  heldText,
  isUnderWay,
  outcomeText,
  reasonText,
  stepName,
  type TransferDetail,
  wayText,
} from './transfer-words.js';
import styles from './transfers.module.css';

const Receipt = ({ transfer }: { transfer: TransferDetail }) => {
  const { from, to } = endsOf(transfer);
  return (
    <Facts
      facts={[
        ['From', from],
        ['To', to],
        ['Amount', <strong key="amount">{moneyText(transfer.amount)}</strong>],
        ['Fee', moneyText(transfer.fee)],
        ['Requested', `${momentText(transfer.requested_at)} ET`],
        ...(isUnderWay(transfer) ? ([['Expected', weekdayText(transfer.expected_on)]] as const) : []),
        ['Status', stepName(transfer.status, transfer.direction)],
        ...(transfer.held_until === null ? [] : ([['Held', heldText(transfer.held_until)]] as const)),
        ...(transfer.balance_after === null
          ? []
          : ([['Balance after', moneyText(transfer.balance_after)]] as const)),
        [
          'Reference',
          <span key="reference" className={styles.reference}>
            {transfer.id}
          </span>,
        ],
      ]}
    />
  );
};

const Shown = ({ transfer }: { transfer: TransferDetail }) => {
  const reason = reasonText(transfer);
  return (
    <Page
      title={`${moneyText(transfer.amount)} ${wayText[transfer.direction].toLowerCase().replace('groundswell', 'Groundswell')}`}
      measure="reading"
    >
      <div className={styles.page}>
        <div className={styles.outcome} data-status={transfer.status} role="status">
          <p>{outcomeText(transfer)}</p>
          {reason && <p>{reason}</p>}
        </div>
        <Timeline label="Transfer status" steps={timelineOf(transfer)} />
        {transfer.cancellation_requested && isUnderWay(transfer) && (
          <Notice title="You asked to cancel it.">
            <p>We’re waiting for the broker’s answer. This page updates automatically.</p>
          </Notice>
        )}
        <Card>
          <Receipt transfer={transfer} />
        </Card>
        <p className={styles.printed}>Groundswell · brokerage by Alpaca Securities LLC</p>
        <div className={styles.actions}>
          {transfer.cancelable && !transfer.cancellation_requested && <CancelTransfer transfer={transfer} />}
          {cameToNothing(transfer) && (
            <LinkButton to={`/transfer_funds/${transfer.bank.id}`}>Start a new transfer</LinkButton>
          )}
          <Button variant="secondary" onClick={() => print()}>
            Print receipt
          </Button>
          <LinkButton to="/see_ach_methods/" variant="quiet">
            Back to your cash
          </LinkButton>
        </div>
      </div>
    </Page>
  );
};

const Missing = () => (
  <Page title="We couldn’t find that transfer" lead="The address may have a typo." measure="narrow">
    <LinkButton to="/see_ach_methods/">See your transfers</LinkButton>
  </Page>
);

const Skeleton = () => (
  <Page title="Transfer" measure="reading">
    <Loading label="Loading the transfer">
      <Bone height="420px" radius="18px" />
    </Loading>
  </Page>
);

/** One transfer: its progress, what happened to the money, and a printable receipt. */
export const TransferScreen = () => {
  const { transfer } = useLoaderData<TransferData>();
  return (
    <Arriving
      answer={transfer}
      what="the transfer"
      isScreen
      whenMissing={<Missing />}
      skeleton={<Skeleton />}
    >
      {(data, answered) => (
        <>
          <OwnUpdates about="transfers" answered={answered} quiet />
          {/* Another transfer is another screen: what is known of a cancellation is of this one. */}
          <Shown key={data.id} transfer={data} />
        </>
      )}
    </Arriving>
  );
};
