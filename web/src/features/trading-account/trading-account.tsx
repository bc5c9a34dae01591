import type { ApplicationDraft } from '@groundswell/contracts';
import { useState } from 'react';
import { useLoaderData, useNavigate } from 'react-router-dom';
import { useObserved } from '../../app/use-observed.js';
import { Arriving } from '../../components/arriving.js';
import { OwnUpdates } from '../../components/own-updates.js';
import { Page } from '../../components/page/page.js';
import { Bone, Loading } from '../../components/skeleton/skeleton.js';
import { session$ } from '../../session/session.js';
import { type Account, AccountStatus } from './account-status.js';
import { Application } from './application.js';
import type { TradingAccountData } from './load-trading-account.js';
import { stepOfRefusal } from './status-words.js';

const skeleton = (
  <Loading label="Loading your account">
    <Bone height="420px" radius="18px" />
  </Loading>
);

interface BegunProps extends Pick<TradingAccountData, 'draft'> {
  /** What was sent before, and refused: its draft is gone on the server. */
  sent: ApplicationDraft | undefined;
  onSent: (sent: ApplicationDraft) => void;
}

const Begun = ({ draft, sent, onSent }: BegunProps) => {
  const session = useObserved(session$);
  const shared = { email: session.status === 'signed-in' ? session.user.email : '', onSent };
  if (sent) return <Application draft={sent} {...shared} />;
  return (
    <Arriving answer={draft} failureTitle="What you typed before could not be loaded" skeleton={skeleton}>
      {(data) => <Application draft={data.draft} {...shared} />}
    </Arriving>
  );
};

/** Opens a trading account; once it is asked for, the same address says how far it is. */
export const TradingAccount = () => {
  const { account, draft } = useLoaderData<TradingAccountData>();
  const navigate = useNavigate();
  const [again, setAgain] = useState<string>();
  const [sent, setSent] = useState<ApplicationDraft>();
  const applyAgain = ({ changed_at, refusal }: Account) => {
    setAgain(changed_at);
    const step = refusal === null ? undefined : stepOfRefusal(refusal);
    void navigate(step ? `?step=${step}` : '?');
  };
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
              <Begun draft={draft} sent={sent} onSent={setSent} />
            ) : (
              <AccountStatus
                account={data.account}
                onApplyAgain={() => data.account && applyAgain(data.account)}
              />
            )}
          </>
        )}
      </Arriving>
    </Page>
  );
};
