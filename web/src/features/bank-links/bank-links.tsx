import { Arriving } from '../../components/arriving.js';
import { LinkButton } from '../../components/button/button.js';
import { OwnUpdates } from '../../components/own-updates.js';
import { Bone, Loading } from '../../components/skeleton/skeleton.js';
import styles from './bank-links.module.css';
import { EarlierLinks, LinkTable } from './link-table.js';
import { type BankLink, sorted } from './link-words.js';
import type { BankLinksData } from './load-bank-links.js';

const Links = ({ links }: { links: readonly BankLink[] }) => {
  const { current, earlier } = sorted(links);
  return (
    <>
      {current ? (
        <LinkTable link={current} />
      ) : (
        <p className={styles.none}>No bank is linked yet. Link one to bring money in and take it out.</p>
      )}
      {earlier.length > 0 && <EarlierLinks links={earlier} />}
    </>
  );
};

/** The bank accounts that money can come from and go to. */
export const BankLinks = ({ links }: Pick<BankLinksData, 'links'>) => (
  <>
    <Arriving
      answer={links}
      failureTitle="Your bank accounts could not be loaded"
      skeleton={
        <Loading label="Loading your bank accounts">
          <Bone height="112px" />
        </Loading>
      }
    >
      {(data, answered) => (
        <>
          <OwnUpdates about="bank_links" answered={answered} quiet />
          <Links links={data} />
        </>
      )}
    </Arriving>
    <p className={styles.add}>
      <LinkButton to="/add_ach_method" variant="secondary">
        Add ACH Method
      </LinkButton>
    </p>
  </>
);
