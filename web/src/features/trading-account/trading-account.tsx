import { useState } from 'react';
import { useLoaderData } from 'react-router-dom';
import { useObserved } from '../../app/use-observed.js';
import { Arriving } from '../../components/arriving.js';
import { OwnUpdates } from '../../components/own-updates.js';
import { Page } from '../../components/page/page.js';
import { Bone, Loading } from '../../components/skeleton/skeleton.js';
import { session$ } from '../../session/session.js';
import { AccountStatus } from './account-status.js';
import { Application } from './application.js';
import type { TradingAccountData } from './load-trading-account.js';

const skeleton = (
  <Loading label="Loading your account">
    <Bone height="420px" radius="18px" />
  </Loading>
);

const DraftedApplication = ({ draft }: Pick<TradingAccountData, 'draft'>) => {
  const session = useObserved(session$);
  const email = session.status === 'signed-in' ? session.user.email : '';
  return (
    <Arriving answer={draft} failureTitle="What you typed before could not be loaded" skeleton={skeleton}>
      {(data) => <Application draft={data.draft} email={email} />}
    </Arriving>
  );
};

/** Opens a trading account; once it is asked for, the same address says how far it is. */
export const TradingAccount = () => {
  const { account, draft } = useLoaderData<TradingAccountData>();
  const [again, setAgain] = useState<string>();
  return (
    <Page
      title="Your trading account"
      lead="An account at our broker, Alpaca Securities, in your own name."
      measure="reading"
    >
      <Arriving answer={account} failureTitle="Your account could not be loaded" skeleton={skeleton}>
        {(data, answered) => (
          <>
            <OwnUpdates about="account" answered={answered} quiet />
            {data.account === null || data.account.changed_at === again ? (
              <DraftedApplication draft={draft} />
            ) : (
              <AccountStatus account={data.account} onApplyAgain={() => setAgain(data.account?.changed_at)} />
            )}
          </>
        )}
      </Arriving>
    </Page>
  );
};
