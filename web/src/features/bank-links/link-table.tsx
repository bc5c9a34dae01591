import { Link } from 'react-router-dom';
import { LinkButton } from '../../components/button/button.js';
import { instantText } from '../../components/figures/format.js';
import { Notice } from '../../components/notice/notice.js';
import { type Columns, Table } from '../../components/table/table.js';
import { Masked } from '../../shared/money/masked.js';
import styles from './bank-links.module.css';
import { type BankLink, refusalText, statusText, waitingText } from './link-words.js';

interface LinkTableProps {
  link: BankLink;
  /** Why the account cannot transfer; undefined if it can. */
  noTransfers: string | undefined;
}

/** The link to a transfer, or why there is none. */
const TransferFunds = ({ link, noTransfers }: LinkTableProps) => {
  const why = link.status === 'approved' ? noTransfers : 'No transfers until it is linked';
  if (why) return <span className={styles.none}>{why}</span>;
  return (
    <LinkButton to={`/transfer_funds/${link.id}`} size="small">
      Transfer funds
    </LinkButton>
  );
};

/** Why withdrawals to it are not possible yet, and until when. */
const Waiting = ({ link }: { link: BankLink }) => {
  const why = waitingText(link, new Date());
  return why.length === 0 ? null : (
    <Notice tone="caution">
      {why.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Notice>
  );
};

const columnsFor = (noTransfers: LinkTableProps['noTransfers']): Columns<BankLink> => [
  { title: 'ACH Method Name', kind: 'heading', cell: ({ name }) => name },
  { title: 'Account Number', cell: ({ account_number }) => <Masked number={account_number} /> },
  {
    title: 'Status',
    kind: 'wide',
    cell: ({ status }) => (
      <span className={styles.status} data-status={status}>
        {statusText[status]}
      </span>
    ),
  },
  {
    title: 'Edit',
    cell: ({ id, name }) => (
      <Link to={`/add_ach_method/${id}`}>
        Edit<span className="for-screen-readers"> {name}</span>
      </Link>
    ),
  },
  {
    title: 'Transfer Funds',
    kind: 'figure',
    cell: (link) => <TransferFunds link={link} noTransfers={noTransfers} />,
  },
];

/** The current link and its actions. */
export const LinkTable = ({ link, noTransfers }: LinkTableProps) => (
  <div className={styles.current}>
    <Table
      caption="Your linked bank account"
      stacked
      columns={columnsFor(noTransfers)}
      rows={[link]}
      keyOf={({ id }) => id}
    />
    <Waiting link={link} />
    {link.status === 'refused' && (
      <p className={styles.advice}>
        {refusalText(link.reason)} <Link to={`/add_ach_method/${link.id}`}>Enter it again</Link>
      </p>
    )}
  </div>
);

const earlierColumns: Columns<BankLink> = [
  { title: 'ACH Method Name', kind: 'heading', cell: ({ name }) => name },
  { title: 'Account Number', cell: ({ account_number }) => <Masked number={account_number} /> },
  { title: 'Status', cell: ({ status }) => statusText[status] },
  {
    title: 'Linked on',
    cell: ({ requested_at }) => <time dateTime={requested_at}>{instantText(requested_at)}</time>,
  },
];

/** Past links, collapsed: they stay on record. */
export const EarlierLinks = ({ links }: { links: readonly BankLink[] }) => (
  <details className={styles.earlier}>
    <summary>Earlier bank accounts ({links.length})</summary>
    <Table
      caption="Earlier bank accounts, newest first"
      stacked
      columns={earlierColumns}
      rows={links}
      keyOf={({ id }) => id}
    />
  </details>
);
