import { useState } from 'react';
import { useLoaderData, useNavigate } from 'react-router-dom';
import { useObserved } from '../../app/use-observed.js';
import { Page } from '../../components/page/page.js';
import { Bone, Loading } from '../../components/skeleton/skeleton.js';
import { session$ } from '../../session/session.js';
import { Arriving } from '../../shared/arriving.js';
import { OwnUpdates } from '../../shared/updates/own-updates.js';
import { AccountStatus } from './account-status.js';
import type { Account } from './account-steps.js';
import { Application } from './application.js';
import { draftOfSent } from './draft.js';
import type { TradingAccountData } from './load-trading-account.js';
import { Sent } from './sent.js';
import { stepOfRefusal } from './status-words.js';

const skeleton = (
  <Loading label="Loading your account">
    <Bone height="420px" radius="18px" />
  </Loading>
);

/** Continues from the draft, or from a refused application. */
const Begun = ({ draft, today }: Pick<TradingAccountData, 'draft' | 'today'>) => {
  const session = useObserved(session$);
  const email = session.status === 'signed-in' ? session.user.email : '';
  return (
    <Arriving answer={draft} what="your saved answers" skeleton={skeleton}>
      {(data) => (
        <Application
          draft={data.draft ?? (data.sent && draftOfSent(data.sent))}
          lost={data.lost}
          email={email}
          today={today}
        />
      )}
    </Arriving>
  );
};

/** Collapsed. If it cannot be loaded, the account's status is shown without it. */
const WhatWasSent = ({ draft }: Pick<TradingAccountData, 'draft'>) => (
  <Arriving answer={draft} what="your application" skeleton={null}>
    {({ sent }) => sent && <Sent sent={sent} />}
  </Arriving>
);

/** Opens a trading account; after applying, the same URL shows its status. */
export const TradingAccount = () => {
  const { account, draft, links, today } = useLoaderData<TradingAccountData>();
  const navigate = useNavigate();
  const [again, setAgain] = useState<string>();
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
      <Arriving answer={account} what="your account" skeleton={skeleton}>
        {(data, answered) => (
          <>
            <OwnUpdates about="account" answered={answered} quiet />
            {data.account === null || data.account.changed_at === again ? (
              <Begun draft={draft} today={today} />
            ) : (
              <>
                <AccountStatus
                  account={data.account}
                  links={links}
                  onApplyAgain={() => data.account && applyAgain(data.account)}
                />
                {data.account.refusal === null && <WhatWasSent draft={draft} />}
              </>
            )}
          </>
        )}
      </Arriving>
    </Page>
  );
};
