import { brokerRefusalMessage, supportAddress } from '@groundswell/contracts';
import type { ReactNode } from 'react';
import type { ResponseFor } from '../../api/endpoints.js';
import type { Answered } from '../../api/queries.js';
import { Button, LinkButton } from '../../components/button/button.js';
import { Timeline } from '../../components/timeline/timeline.js';
import { Arriving } from '../../shared/arriving.js';
import { Card } from '../../shared/money/facts.js';
import { OwnUpdates } from '../../shared/updates/own-updates.js';
import { type Account, accountSteps } from './account-steps.js';
import { findingText, refusedWords, statusWords } from './status-words.js';
import styles from './trading-account.module.css';

type Links = ResponseFor<'getAchMethods'>;

const Support = () => (
  <p>
    Write to <a href={`mailto:${supportAddress}`}>{supportAddress}</a>. We’ll pass it on to the broker.
  </p>
);

const Findings = ({ codes }: { codes: readonly string[] }) =>
  codes.length > 0 && (
    <ul className={styles.findings}>
      {codes.map((code) => (
        <li key={code}>{findingText(code)}</li>
      ))}
    </ul>
  );

const Refused = ({ code, onApplyAgain }: { code: string; onApplyAgain: () => void }) => (
  <>
    <p>
      <strong>{brokerRefusalMessage(code)}</strong>
    </p>
    <p>
      Everything you entered is still here, except your Social Security number. We deleted it, so please enter
      it again.
    </p>
    <div className={styles.actions}>
      <Button onClick={onApplyAgain}>{refusedWords(code).again}</Button>
    </div>
  </>
);

const isThere = ({ status }: Links[number]): boolean =>
  status === 'requested' || status === 'pending' || status === 'approved';

/** The next steps once an account is open: a bank, and then cash. */
const AfterOpening = ({ links }: { links: Links }) =>
  links.some(isThere) ? (
    <>
      <p>Your bank is linked. See your balance and move money on your cash page.</p>
      <div className={styles.actions}>
        <LinkButton to="/see_ach_methods/">See your cash</LinkButton>
      </div>
    </>
  ) : (
    <>
      <p>Next, link your bank so you can deposit money.</p>
      <div className={styles.actions}>
        <LinkButton to="/add_ach_method">Link your bank</LinkButton>
        <LinkButton to="/see_ach_methods/" variant="quiet">
          See your cash
        </LinkButton>
      </div>
    </>
  );

interface NextStepsProps {
  account: Account;
  links: Promise<Answered<Links>>;
}

const NextSteps = ({ account, links }: NextStepsProps): ReactNode => {
  switch (account.status) {
    case 'active':
      return (
        <Arriving answer={links} what="your bank accounts" height="92px">
          {(data, answered) => (
            <>
              <OwnUpdates about="bank_links" answered={answered} quiet />
              <AfterOpening links={data} />
            </>
          )}
        </Arriving>
      );
    case 'under_review':
      return (
        <div className={styles.actions}>
          <LinkButton to="/see_ach_methods/">See your cash</LinkButton>
        </div>
      );
    case 'action_required':
    case 'restricted':
    case 'declined':
      return (
        <>
          <Findings codes={account.findings} />
          <Support />
        </>
      );
    case 'closed':
      return <Support />;
    default:
      return null;
  }
};

interface AccountStatusProps extends NextStepsProps {
  onApplyAgain: () => void;
}

/** The account's status, and what comes next. */
export const AccountStatus = ({ account, links, onApplyAgain }: AccountStatusProps) => {
  const { refusal } = account;
  const { title, text } = refusal === null ? statusWords[account.status] : refusedWords(refusal);
  return (
    <Card>
      <div className={styles.status}>
        <div className={styles.statusWords}>
          <div role="status">
            <h2 tabIndex={-1}>{title}</h2>
            <p>{text}</p>
          </div>
          {refusal === null ? (
            <NextSteps account={account} links={links} />
          ) : (
            <Refused code={refusal} onApplyAgain={onApplyAgain} />
          )}
        </div>
        <Timeline label="Account status" steps={accountSteps(account)} />
      </div>
    </Card>
  );
};
