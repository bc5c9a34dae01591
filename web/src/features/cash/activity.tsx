import { type CashCause, returnReasonText } from '@groundswell/contracts';
import { Link, useSearchParams } from 'react-router-dom';
import { queryText } from '../../api/browser-client.js';
import type { ResponseFor } from '../../api/endpoints.js';
import { instantText, moneyText, signedMoneyText } from '../../components/figures/format.js';
import { type Columns, Table } from '../../components/table/table.js';
import { Arriving } from '../../shared/arriving.js';
import { DownloadButton } from '../../shared/download/download-button.js';
import { PageCount, Pages } from '../../shared/pages/pages.js';
import { OwnUpdates } from '../../shared/updates/own-updates.js';
import styles from './cash.module.css';
import { activityPage, type CashData } from './load-cash.js';

type Entry = ResponseFor<'getCashActivity'>['entries'][number];

const words: Readonly<Record<'settled' | 'returned', Record<Entry['direction'], string>>> = {
  settled: { incoming: 'From your bank', outgoing: 'To your bank' },
  returned: { incoming: 'Deposit returned by your bank', outgoing: 'Withdrawal returned by your bank' },
};

/** Cash changes made by the broker itself. */
const adjustments: Readonly<Record<CashCause, string>> = {
  fee: 'Fee charged by the broker',
  dividend: 'Dividend',
  interest: 'Interest',
  transfer: 'Transfer made at the broker',
  correction: 'Correction by the broker',
};
const isCause = (reason: string): reason is CashCause => reason in adjustments;

const wordsFor = ({ kind, direction, reason }: Entry): string => {
  if (kind !== 'adjusted') return words[kind][direction];
  return adjustments[reason !== null && isCause(reason) ? reason : 'correction'];
};

const columns: Columns<Entry> = [
  {
    title: 'What',
    kind: 'heading',
    cell: (entry) => (
      <>
        {entry.transfer_id === null ? (
          wordsFor(entry)
        ) : (
          <Link to={`/transfer/${entry.transfer_id}`}>{wordsFor(entry)}</Link>
        )}
        <time className={styles.note} dateTime={entry.at}>
          {instantText(entry.at)}
        </time>
        {entry.kind === 'returned' && (
          <span className={styles.note}>Why: {returnReasonText(entry.reason)}</span>
        )}
      </>
    ),
  },
  { title: 'Amount', kind: 'figure', cell: ({ amount }) => signedMoneyText(amount) },
  { title: 'Balance', kind: 'figure', cell: ({ balance }) => moneyText(balance) },
];

const Entries = ({ entries, next }: { entries: readonly Entry[]; next: string | null }) => {
  const isOlderPage = useSearchParams()[0].has(activityPage);
  return entries.length === 0 && !isOlderPage ? (
    <p className={styles.none}>No money has moved yet. Your deposits and withdrawals will appear here.</p>
  ) : (
    <>
      <PageCount name={activityPage} count={entries.length} one="change" />
      <Table
        caption="Cash activity, newest first"
        columns={columns}
        rows={entries}
        keyOf={({ position, kind }) => `${position} ${kind}`}
      />
      <Pages name={activityPage} next={next} of="activity" />
      <div className={styles.tools}>
        <DownloadButton fileName="cash-activity.csv" ask={() => queryText('getCashActivityCsv', {})} />
      </div>
    </>
  );
};

/** A page of changes of the cash, with the resulting balance. */
export const CashActivity = ({ activity }: Pick<CashData, 'activity'>) => (
  <Arriving
    key={useSearchParams()[0].get(activityPage)}
    answer={activity}
    what="your activity"
    height="220px"
  >
    {(data, answered) => (
      <>
        <OwnUpdates about="cash" answered={answered} quiet />
        <Entries {...data} />
      </>
    )}
  </Arriving>
);
