import type { TradingAccountStatus } from '@groundswell/contracts';
import type { ResponseFor } from '../../api/endpoints.js';
import { momentText } from '../../components/figures/format.js';
import type { TimelineStep } from '../../components/timeline/timeline.js';
import { refusedWords } from './status-words.js';

export type Account = NonNullable<ResponseFor<'getTradingAccount'>['account']>;

const names = ['Submitted', 'In review', 'Approved', 'Open'] as const;

/** How many of the four steps are done before the account is open. */
const reached: Readonly<Partial<Record<TradingAccountStatus, number>>> = {
  submitted: 1,
  in_review: 1,
  action_required: 1,
  declined: 1,
  approved: 3,
};

const momentNote = (instant: string): string => `${momentText(instant)} ET`;

/** The note next to the first unfinished step. */
const noteOn = ({ status, refusal, changed_at }: Account): string | undefined => {
  if (refusal !== null) return `${refusedWords(refusal).step}, ${momentNote(changed_at)}`;
  if (status === 'declined') return `Declined, ${momentNote(changed_at)}`;
  return status === 'action_required' ? 'Waiting for you' : undefined;
};

const submitted = ({ requested_at }: Account): TimelineStep => ({
  name: 'Submitted',
  state: 'done',
  note: momentNote(requested_at),
});

const closed = ({ changed_at }: Account): TimelineStep => ({
  name: 'Closed',
  state: 'done',
  note: momentNote(changed_at),
});

const stepsBefore = (account: Account): TimelineStep[] => {
  const { status, refusal, changed_at } = account;
  if (status === 'closed') return [submitted(account), closed(account)];
  const done = refusal === null ? (reached[status] ?? 0) : 0;
  return names.map((name, at) => {
    if (at > done) return { name, state: 'ahead' };
    if (at === done) {
      const note = noteOn(account);
      const failed = refusal !== null || status === 'declined';
      return { name, state: failed ? 'failed' : 'current', ...(note && { note }) };
    }
    if (at === 0) return submitted(account);
    return { name, state: 'done', ...(at === done - 1 && { note: momentNote(changed_at) }) };
  });
};

/** Events after the account was opened; none while it is active. */
const stepsAfter = (account: Account): TimelineStep[] => {
  switch (account.status) {
    case 'under_review':
      return [{ name: 'Under review', state: 'current', note: `Since ${momentNote(account.changed_at)}` }];
    case 'restricted':
      return [{ name: 'On hold', state: 'current', note: 'Waiting for you' }];
    case 'closed':
      return [closed(account)];
    default:
      return [];
  }
};

/** Progress of an account: the steps to its opening, and the broker's later decisions. */
export const accountSteps = (account: Account): TimelineStep[] => {
  if (account.opened_at === null) return stepsBefore(account);
  return [
    submitted(account),
    { name: 'In review', state: 'done' },
    { name: 'Approved', state: 'done' },
    { name: 'Open', state: 'done', note: momentNote(account.opened_at) },
    ...stepsAfter(account),
  ];
};
