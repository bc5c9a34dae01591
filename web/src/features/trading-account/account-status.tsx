import { brokerRefusalMessage, type TradingAccountStatus } from '@groundswell/contracts';
import type { ReactNode } from 'react';
import type { Answered } from '../../api/client.js';
import type { ResponseFor } from '../../api/endpoints.js';
import { Arriving } from '../../components/arriving.js';
import { Button, LinkButton } from '../../components/button/button.js';
import { momentText } from '../../components/figures/format.js';
import { Card } from '../../components/money/facts.js';
import { OwnUpdates } from '../../components/own-updates.js';
import { Bone, Loading } from '../../components/skeleton/skeleton.js';
import { Timeline, type TimelineStep } from '../../components/timeline/timeline.js';
import { findingText, refusedWords, statusWords } from './status-words.js';
import styles from './trading-account.module.css';

export type Account = NonNullable<ResponseFor<'getTradingAccount'>['account']>;
type Links = ResponseFor<'getAchMethods'>;

const names = ['Submitted', 'In review', 'Approved', 'Open'] as const;

/** How many of the four are done, and whether the next one failed. */
const reached: Readonly<Record<TradingAccountStatus, readonly [done: number, failed?: boolean]>> = {
  requested: [0],
  submitted: [1],
  in_review: [1],
  action_required: [1],
  approved: [3],
  active: [4],
  declined: [1, true],
  closed: [4],
};

/** What the step that goes on waits for, where that is not plain. */
const waiting: Readonly<Partial<Record<TradingAccountStatus, string>>> = {
  action_required: 'Waiting for you',
};

/** What stands beside a step that is not done. */
const noteOn = (at: number, { status, refusal, changed_at }: Account): string | undefined => {
  if (refusal !== null) return at === 0 ? `Not taken, ${momentText(changed_at)} ET` : undefined;
  if (status === 'declined') return `Declined, ${momentText(changed_at)} ET`;
  return waiting[status];
};

const stepsOf = (account: Account): TimelineStep[] => {
  const { status, refusal, requested_at, changed_at } = account;
  const [done, failed = false] = refusal === null ? reached[status] : [0, true];
  return names.map((name, at) => {
    if (at > done) return { name, state: 'ahead' };
    if (at === done) {
      const note = noteOn(at, account);
      return { name, state: failed ? 'failed' : 'current', ...(note && { note }) };
    }
    const when = at === 0 ? requested_at : at === done - 1 ? changed_at : undefined;
    return { name, state: 'done', ...(when && { note: `${momentText(when)} ET` }) };
  });
};

const Support = () => (
  <p>
    Write to <a href="mailto:support@groundswell.test">support@groundswell.test</a>; we pass it on to the
    broker.
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
      What you typed is still there, but for your Social Security number: it was deleted, and is asked for
      anew.
    </p>
    <div className={styles.actions}>
      <Button onClick={onApplyAgain}>Correct and send again</Button>
    </div>
  </>
);

const isThere = ({ status }: Links[number]): boolean =>
  status === 'requested' || status === 'pending' || status === 'approved';

/** What comes after an account is open: a bank, and then cash. */
const AfterOpening = ({ links }: { links: Links }) =>
  links.some(isThere) ? (
    <>
      <p>Your bank is linked to it. Your cash says what is there, and moves it.</p>
      <div className={styles.actions}>
        <LinkButton to="/see_ach_methods/">See your cash</LinkButton>
      </div>
    </>
  ) : (
    <>
      <p>The next step is to link your bank, so that you can bring money in.</p>
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
        <Arriving
          answer={links}
          failureTitle="Your bank accounts could not be loaded"
          skeleton={
            <Loading label="Loading your bank accounts">
              <Bone height="92px" />
            </Loading>
          }
        >
          {(data, answered) => (
            <>
              <OwnUpdates about="bank_links" answered={answered} quiet />
              <AfterOpening links={data} />
            </>
          )}
        </Arriving>
      );
    case 'action_required':
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

/** How far the account is, in plain words, and what comes next. */
export const AccountStatus = ({ account, links, onApplyAgain }: AccountStatusProps) => {
  const { refusal } = account;
  const { title, text } = refusal === null ? statusWords[account.status] : refusedWords;
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
        <Timeline label="How far your account is" steps={stepsOf(account)} />
      </div>
    </Card>
  );
};
