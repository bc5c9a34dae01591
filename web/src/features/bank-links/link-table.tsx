import { Link } from 'react-router-dom';
import { LinkButton } from '../../components/button/button.js';
import { instantText } from '../../components/figures/format.js';
import { Masked } from '../../components/money/masked.js';
import { Notice } from '../../components/notice/notice.js';
import { Table } from '../../components/table/table.js';
import styles from './bank-links.module.css';
import { type BankLink, refusalText, statusText, waitingText } from './link-words.js';

const Head = () => (
  <thead>
    <tr>
      <th scope="col">ACH Method Name</th>
      <th scope="col">Account Number</th>
      <th scope="col">Status</th>
      <th scope="col">Edit</th>
      <th scope="col" data-figure>
        Transfer Funds
      </th>
    </tr>
  </thead>
);

interface LinkTableProps {
  link: BankLink;
  /** Why the account takes no transfers; undefined where it does. */
  noTransfers: string | undefined;
}

/** The way to a transfer, or why there is none. */
const TransferFunds = ({ link, noTransfers }: LinkTableProps) => {
  const why = link.status === 'approved' ? noTransfers : 'No transfers until it is linked';
  if (why) return <span className={styles.none}>{why}</span>;
  return (
    <LinkButton to={`/transfer_funds/${link.id}`} size="small">
      Transfer funds
    </LinkButton>
  );
};

/** Why nothing can be withdrawn to it yet, and until when. */
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

/** The link that counts, with what can be done about it. */
export const LinkTable = ({ link, noTransfers }: LinkTableProps) => (
  <div className={styles.current}>
    <Table caption="Your linked bank account" lined stacked>
      <Head />
      <tbody>
        <tr>
          <th scope="row">{link.name}</th>
          <td>
            <Masked number={link.account_number} />
          </td>
          <td data-wide>
            <span className={styles.status} data-status={link.status}>
              {statusText[link.status]}
            </span>
          </td>
          <td>
            <Link to={`/add_ach_method/${link.id}`}>
              Edit<span className="for-screen-readers"> {link.name}</span>
            </Link>
          </td>
          <td data-figure>
            <TransferFunds link={link} noTransfers={noTransfers} />
          </td>
        </tr>
      </tbody>
    </Table>
    <Waiting link={link} />
    {link.status === 'refused' && (
      <p className={styles.advice}>
        {refusalText(link.reason)} <Link to={`/add_ach_method/${link.id}`}>Enter it again</Link>
      </p>
    )}
  </div>
);

/** Links of the past, folded away: they stay on the record. */
export const EarlierLinks = ({ links }: { links: readonly BankLink[] }) => (
  <details className={styles.earlier}>
    <summary>Earlier bank accounts ({links.length})</summary>
    <Table caption="Earlier bank accounts, newest first" lined stacked>
      <thead>
        <tr>
          <th scope="col">ACH Method Name</th>
          <th scope="col">Account Number</th>
          <th scope="col">Status</th>
          <th scope="col">Linked on</th>
        </tr>
      </thead>
      <tbody>
        {links.map((link) => (
          <tr key={link.id}>
            <th scope="row">{link.name}</th>
            <td>
              <Masked number={link.account_number} />
            </td>
            <td>{statusText[link.status]}</td>
            <td>
              <time dateTime={link.requested_at}>{instantText(link.requested_at)}</time>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  </details>
);
