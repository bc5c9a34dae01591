import { useLoaderData, useParams } from 'react-router-dom';
import { LinkButton } from '../../components/button/button.js';
import { Notice } from '../../components/notice/notice.js';
import { Page } from '../../components/page/page.js';
import { Bone, Loading } from '../../components/skeleton/skeleton.js';
import { Arriving } from '../../shared/arriving.js';
import { AccountNotice } from '../../shared/money/account-notice.js';
import { OwnUpdates } from '../../shared/updates/own-updates.js';
import { BankForm } from './bank-form.js';
import styles from './bank-links.module.css';
import { type BankLink, isCurrent, sorted } from './link-words.js';
import type { BankLinksData } from './load-bank-links.js';
import { RemoveLink } from './remove-link.js';

const LinkedAlready = ({ link }: { link: BankLink }) => (
  <Notice
    tone="caution"
    title="You already have a linked bank account."
    action={<LinkButton to={`/add_ach_method/${link.id}`}>Replace it</LinkButton>}
  >
    <p>
      {link.name} {link.account_number}. The broker allows one at a time, so a new one replaces it.
    </p>
  </Notice>
);

const NoSuchLink = () => (
  <Notice
    tone="caution"
    title="We couldn’t find that bank account."
    action={<LinkButton to="/see_ach_methods/">See your bank accounts</LinkButton>}
  >
    <p>It may have been replaced or removed.</p>
  </Notice>
);

const Editing = ({ link }: { link: BankLink }) => (
  <>
    <div className={styles.replacing}>
      <Notice title={`This replaces ${link.name} ${link.account_number}.`}>
        <p>
          The broker can’t edit a bank link, so this creates a new one. The old one ends as soon as you
          submit, and you can’t move money until the new one is linked. Both stay in your history.
        </p>
      </Notice>
    </div>
    <BankForm replaces={link.id} />
    {link.status !== 'refused' && (
      <div className={styles.remove}>
        <RemoveLink link={link} />
      </div>
    )}
  </>
);

const Entry = ({ links, id }: { links: readonly BankLink[]; id: string | undefined }) => {
  const { current } = sorted(links);
  if (id === undefined)
    return current && isCurrent(current) ? (
      <LinkedAlready link={current} />
    ) : (
      <BankForm replaces={undefined} />
    );
  const link = links.find((candidate) => candidate.id === id);
  if (!link || link !== current) return <NoSuchLink />;
  return <Editing link={link} />;
};

const skeleton = (
  <Loading label="Loading your bank accounts">
    <Bone height="420px" radius="18px" />
  </Loading>
);

/** Links a bank account, or replaces the current one. */
export const AddAchMethod = () => {
  const { id } = useParams();
  const { links, account } = useLoaderData<BankLinksData>();
  return (
    <Page
      title={id === undefined ? 'Link your bank' : 'Replace your bank account'}
      lead="Money moves only between this bank account and your trading account."
      measure="narrow"
    >
      <Arriving answer={account} what="your account" skeleton={skeleton}>
        {(accountData, answered) => (
          <>
            <OwnUpdates about="account" answered={answered} quiet />
            {accountData.account?.status === 'active' ? (
              <Arriving answer={links} what="your bank accounts" skeleton={skeleton}>
                {(data) => <Entry key={id} links={data} id={id} />}
              </Arriving>
            ) : (
              <AccountNotice status={accountData.account?.status} />
            )}
          </>
        )}
      </Arriving>
    </Page>
  );
};
