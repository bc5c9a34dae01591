import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { instantText, moneyText, weekdayText } from '../../components/figures/format.js';
import { Timeline } from '../../components/timeline/timeline.js';
import { Arriving } from '../../shared/arriving.js';
import { PageCount, Pages } from '../../shared/pages/pages.js';
import { OwnUpdates } from '../../shared/updates/own-updates.js';
import { type TransfersData, transfersPage } from './load-transfers.js';
import { wayOf } from './transfer-steps.js';
import { heldText, isUnderWay, outcomeText, stepName, type Transfer, wayText } from './transfer-words.js';
import styles from './transfers.module.css';

const shownAtFirst = 5;

const Item = ({ transfer, isNew }: { transfer: Transfer; isNew: boolean }) => (
  <li className={styles.item} data-new={isNew || undefined}>
    <Link className={styles.way} to={`/transfer/${transfer.id}`}>
      {wayText[transfer.direction]}
    </Link>
    <span className={styles.amount}>{moneyText(transfer.amount)}</span>
    <span className={styles.small}>
      <time dateTime={transfer.requested_at}>{instantText(transfer.requested_at)}</time>
      {isUnderWay(transfer) && ` · expected ${weekdayText(transfer.expected_on)}`}
      {transfer.held_until !== null && ` · held ${heldText(transfer.held_until)}`}
    </span>
    <span className={styles.state} data-status={transfer.status}>
      {stepName(transfer.status, transfer.direction)}
    </span>
    {(isUnderWay(transfer) || (isNew && wayOf(transfer).length > 0)) && (
      <div className={styles.steps}>
        <Timeline label="Transfer status" steps={wayOf(transfer)} across />
      </div>
    )}
  </li>
);

const List = ({ transfers, next }: { transfers: readonly Transfer[]; next: string | null }) => {
  const isOlderPage = useSearchParams()[0].has(transfersPage);
  const state: unknown = useLocation().state;
  const made =
    typeof state === 'object' && state !== null && 'transfer' in state ? state.transfer : undefined;
  const items = (some: readonly Transfer[]) => (
    <ul className={styles.list}>
      {some.map((transfer) => (
        <Item key={transfer.id} transfer={transfer} isNew={transfer.id === made} />
      ))}
    </ul>
  );
  if (transfers.length === 0 && !isOlderPage)
    return <p className={styles.none}>No transfers yet. Your transfers and their status will appear here.</p>;
  const pages = <Pages name={transfersPage} next={next} of="transfers" />;
  const count = <PageCount name={transfersPage} count={transfers.length} one="transfer" />;
  if (isOlderPage)
    return (
      <>
        {count}
        {items(transfers)}
        {pages}
      </>
    );
  const newTransfer = transfers.find(({ id }) => id === made);
  const [newest, older] = [transfers.slice(0, shownAtFirst), transfers.slice(shownAtFirst)];
  return (
    <>
      {newTransfer && (
        <p className={styles.asked} role="status">
          {newTransfer.status === 'requested'
            ? 'We’ve received your transfer. You can follow it here or leave this page.'
            : outcomeText(newTransfer)}
        </p>
      )}
      {count}
      {items(newest)}
      {older.length > 0 && (
        <details className={styles.older}>
          <summary>Older transfers{next === null && ` (${older.length})`}</summary>
          {items(older)}
          {pages}
        </details>
      )}
    </>
  );
};

/** A page of transfers, newest first, with their progress. */
export const TransferList = ({ transfers }: TransfersData) => (
  <Arriving
    key={useSearchParams()[0].get(transfersPage)}
    answer={transfers}
    what="your transfers"
    height="160px"
  >
    {(data, answered) => (
      <>
        <OwnUpdates about="transfers" answered={answered} />
        <List {...data} />
      </>
    )}
  </Arriving>
);
