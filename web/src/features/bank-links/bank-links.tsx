import { Suspense } from 'react';
import { Await } from 'react-router-dom';
import { LinkButton } from '../../components/button/button.js';
import { Bone, Loading } from '../../components/skeleton/skeleton.js';
import { Arriving } from '../../shared/arriving.js';
import { canLinkBank, whyNoTransfers } from '../../shared/money/account-words.js';
import { OwnUpdates } from '../../shared/updates/own-updates.js';
import { useLastKnown } from '../../shared/use-last-known.js';
import styles from './bank-links.module.css';
import { EarlierLinks, LinkTable } from './link-table.js';
import { type BankLink, isCurrent, sorted } from './link-words.js';
import type { BankLinksData } from './load-bank-links.js';

/** The primary action while nothing is linked, rarely needed afterwards. */
const AddLink = ({ isFirst }: { isFirst: boolean }) => (
  <p className={isFirst ? styles.add : styles.addAnother}>
    <LinkButton to="/add_ach_method" variant={isFirst ? 'primary' : 'quiet'}>
      Add ACH Method
    </LinkButton>
  </p>
);

interface LinksProps {
  links: readonly BankLink[];
  canAdd: boolean;
  /** Why the account cannot transfer; undefined if it can. */
  noTransfers: string | undefined;
}

const Links = ({ links, canAdd, noTransfers }: LinksProps) => {
  const { current, earlier } = sorted(links);
  return (
    <>
      {current ? (
        <LinkTable link={current} noTransfers={noTransfers} />
      ) : (
        <p className={styles.none}>
          No bank is linked{canAdd ? ' yet. Link one to deposit and withdraw.' : '.'}
        </p>
      )}
      {earlier.length > 0 && <EarlierLinks links={earlier} />}
      {canAdd && <AddLink isFirst={!links.some(isCurrent)} />}
    </>
  );
};

const skeleton = (
  <Loading label="Loading your bank accounts">
    <Bone height="112px" />
  </Loading>
);

/** The bank accounts money can come from and go to. If the account failed to load, nothing is disabled. */
export const BankLinks = ({ links, account }: BankLinksData) => {
  const known = useLastKnown(account);
  return (
    <Arriving answer={links} what="your bank accounts" skeleton={skeleton}>
      {(data, answered) => (
        <>
          <OwnUpdates about="bank_links" answered={answered} quiet />
          <Suspense fallback={skeleton}>
            <Await resolve={known}>
              {(told: Awaited<typeof known>) => {
                const status = told?.data.account?.status;
                return (
                  <Links
                    links={data}
                    canAdd={canLinkBank(status)}
                    noTransfers={told && whyNoTransfers(status)}
                  />
                );
              }}
            </Await>
          </Suspense>
        </>
      )}
    </Arriving>
  );
};
