import { type Refusal, refuse } from '@groundswell/contracts';
import type { Proposal, TradingAccount } from './state.js';

type Proposals = TradingAccount['proposals'];

/** Milliseconds in which a second operator has to confirm: over a weekend, before the case has become another one. */
const lifetime = 72 * 3_600_000;

/** One operator's part in a decision that takes two. */
export interface Vote {
  /** The operator's handle. */
  readonly by: string;
  /** When they decide: ISO 8601. */
  readonly at: string;
  /** They propose it again, whatever was proposed before. */
  readonly again: boolean;
}

const expired = ({ by, until }: Proposal): Refusal => {
  const what = until === null ? `${by} proposed this too long ago` : `${by}’s proposal expired at ${until}`;
  return refuse(
    'ProposalExpired',
    `${what}. Check whether it’s still right. If it is, propose it again with --again; a second operator then has to confirm it.`,
  );
};

/** Whether a vote confirms what another operator has proposed. Otherwise it is a proposal, or refused. */
export const decideByTwo = (
  { proposals }: Pick<TradingAccount, 'proposals'>,
  key: string,
  { by, at, again }: Vote,
): 'confirmed' | Proposal | Refusal => {
  const earlier = proposals[key];
  const now = Date.parse(at);
  if (!earlier || again) return { by, until: new Date(now + lifetime).toISOString() };
  if (earlier.until === null || now > Date.parse(earlier.until)) return expired(earlier);
  return earlier.by === by ? refuse('SecondOperatorNeeded') : 'confirmed';
};

/** Adds one operator's proposal of a decision. */
export const proposed = (proposals: Proposals, key: string, { by, until }: Proposal): Proposals => ({
  ...proposals,
  [key]: { by, until },
});

/** Removes a decision that was made. */
export const decided = (proposals: Proposals, key: string): Proposals => {
  const { [key]: _decided, ...left } = proposals;
  return left;
};
