import { useLoaderData } from 'react-router-dom';
import { Page, Section } from '../components/page/page.js';
import { BankLinks } from '../features/bank-links/bank-links.js';
import { CashActivity } from '../features/cash/activity.js';
import { TransferList } from '../features/transfers/transfer-list.js';
import { Arriving } from '../shared/arriving.js';
import { AccountNotice } from '../shared/money/account-notice.js';
import { CashSummary } from '../shared/money/cash-summary.js';
import { OwnUpdates } from '../shared/updates/own-updates.js';
import type { SeeAchMethodsData } from './load-see-ach-methods.js';

/** Cash, linked bank accounts, and all transfers between them: four features on one screen. */
export const SeeAchMethods = () => {
  const { account, links, cash, activity, transfers } = useLoaderData<SeeAchMethodsData>();
  return (
    <Page title="Your cash" lead="Your balance, bank account and activity.">
      <Arriving answer={account} what="your account" skeleton={null}>
        {(data, answered) => (
          <>
            <OwnUpdates about="account" answered={answered} quiet />
            <AccountNotice status={data.account?.status} />
          </>
        )}
      </Arriving>
      <CashSummary answer={cash} />
      <Section title="Bank account">
        <BankLinks links={links} account={account} />
      </Section>
      <Section title="Transfers">
        <TransferList transfers={transfers} />
      </Section>
      <Section title="Activity">
        <CashActivity activity={activity} />
      </Section>
    </Page>
  );
};
