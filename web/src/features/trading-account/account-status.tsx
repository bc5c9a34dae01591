import { brokerRefusalMessage, type TradingAccountStatus } from '@groundswell/contracts';
import type { ReactNode } from 'react';
import type { ResponseFor } from '../../api/endpoints.js';
import { Button, LinkButton } from '../../components/button/button.js';
import { momentText } from '../../components/figures/format.js';
import { Card } from '../../components/money/facts.js';
import { Timeline, type TimelineStep } from '../../components/timeline/timeline.js';
import { findingText, refusedWords, statusWords } from './status-words.js';
import styles from './trading-account.module.css';

export type Account = NonNullable<ResponseFor<'getTradingAccount'>['account']>;

const names = ['Submitted', 'In review', 'Approved', 'Open'] as const;

/** How many of the four are done, and whether the next one failed. */
const reached: Readonly<Record<TradingAccountStatus, readonly [done: number, failed?: boolean]>> = {
  requested: [0],
  submitted: [1],
  in_review: [1],
  action_required: [1, true],
  approved: [3],
  active: [4],
  declined: [1, true],
  closed: [4],
};

const stepsOf = ({ status, refusal, requested_at, changed_at }: Account): TimelineStep[] => {
  const [done, failed = false] = refusal === null ? reached[status] : [0, true];
  return names.map((name, at) => {
    if (at < done) {
      const when = at === 0 ? requested_at : at === done - 1 ? changed_at : undefined;
      return { name, state: 'done', ...(when && { note: `${momentText(when)} ET` }) };
    }
    if (at > done) return { name, state: 'ahead' };
    return { name, state: failed ? 'failed' : 'current' };
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
    <p>Your Social Security number was deleted, and is asked for anew.</p>
    <div className={styles.actions}>
      <Button onClick={onApplyAgain}>Correct and send again</Button>
    </div>
  </>
);

const NextSteps = ({ account }: { account: Account }): ReactNode => {
  switch (account.status) {
    case 'active':
      return (
        <div className={styles.actions}>
          <LinkButton to="/add_ach_method">Link your bank</LinkButton>
          <LinkButton to="/see_ach_methods/" variant="quiet">
            See your cash
          </LinkButton>
        </div>
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

/** How far the account is, in plain words, and what comes next. */
export const AccountStatus = ({ account, onApplyAgain }: { account: Account; onApplyAgain: () => void }) => {
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
            <NextSteps account={account} />
          ) : (
            <Refused code={refusal} onApplyAgain={onApplyAgain} />
          )}
        </div>
        <Timeline label="How far your account is" steps={stepsOf(account)} />
      </div>
    </Card>
  );
};
