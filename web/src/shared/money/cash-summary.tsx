import type { ResponseFor } from '../../api/endpoints.js';
import type { Answered } from '../../api/queries.js';
import { momentText, moneyText } from '../../components/figures/format.js';
import { Arriving } from '../arriving.js';
import { OwnUpdates } from '../updates/own-updates.js';
import styles from './money.module.css';

type Cash = ResponseFor<'getCashBalance'>;

const Figures = ({ cash }: { cash: Cash }) => (
  <div className={styles.cash}>
    <div>
      <h2 className={styles.label}>Current cash balance</h2>
      <p className={styles.balance}>{moneyText(cash.cash_balance)}</p>
    </div>
    <dl className={styles.parts}>
      <div>
        <dt>Pending deposits</dt>
        <dd>{moneyText(cash.pending_in)}</dd>
      </div>
      <div>
        <dt>Pending withdrawals</dt>
        <dd>{moneyText(cash.pending_out)}</dd>
      </div>
      <div>
        <dt>Available to withdraw</dt>
        <dd>{moneyText(cash.available)}</dd>
      </div>
    </dl>
    {cash.cash_balance.startsWith('-') && (
      <p className={styles.below}>
        Your balance is below zero. Deposit {moneyText(cash.cash_balance.slice(1))} to bring it back to $0.00.
      </p>
    )}
    {cash.held.length > 0 && (
      <ul className={styles.held}>
        {cash.held.map(({ transfer_id, amount, until }) => (
          <li key={transfer_id}>
            <strong>{moneyText(amount)}</strong>{' '}
            {until === null
              ? 'is on hold. You can withdraw it once the broker releases it.'
              : `is on hold. You can withdraw it from ${momentText(until)} ET.`}
          </li>
        ))}
      </ul>
    )}
    <p className={styles.asOf}>
      {cash.as_of ? (
        <>
          As of <time dateTime={cash.as_of}>{momentText(cash.as_of)}</time> ET
        </>
      ) : (
        'No money has moved yet.'
      )}
    </p>
  </div>
);

/** Cash from the ledger: the balance, pending amounts, and what can be withdrawn; updates live. */
export const CashSummary = ({ answer }: { answer: Promise<Answered<Cash>> }) => (
  <Arriving answer={answer} what="your cash balance" height="172px" radius="18px">
    {(cash, answered) => (
      <>
        <OwnUpdates about="cash" answered={answered} quiet />
        <Figures cash={cash} />
      </>
    )}
  </Arriving>
);
