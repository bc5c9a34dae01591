import {
  adjustmentPostings,
  evolve,
  initialState,
  type Posting,
  postingsOf,
  type TradingAccount,
} from '@groundswell/domain/money';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import { accountOf, factsOf, type PersonRows, type PositionedRow } from './person.js';
import { accountAfter, bankLinksAfter, differencesAfter, transfersAfter } from './rows.js';
import type { PostingRow } from './tables.js';
import { isOfAccount, isOfTransfer, type Turn } from './turn.js';

/** Result of folding a person's events: the current rows, and the new postings. */
export interface Followed {
  readonly rows: PersonRows;
  readonly postings: readonly PostingRow[];
}

const factsIn = ({ account, bankLinks, transfers }: PersonRows): TradingAccount =>
  accountOf(
    account?.row.facts ?? factsOf(initialState),
    [...bankLinks.values()].map(({ row }) => row.facts),
    [...transfers.values()].map(({ row }) => row.facts),
  );

/** The postings of an event on both ledger accounts. Empty if it moved no money. */
const postingsAfter = (turn: Turn): PostingRow[] => {
  const { userId, event, after } = turn;
  const { postings, ...what } = movedBy(turn);
  return postings.map(({ account, cents }) => ({
    entry: event.position.commit.toString(),
    account,
    user_id: userId,
    ...what,
    cents: cents.toString(),
    balance: (account === 'cash' ? after.cash : -after.cash).toString(),
    at: event.metadata.occurredAt,
  }));
};

type Moved = Pick<PostingRow, 'transfer_id' | 'kind' | 'reason'> & { readonly postings: readonly Posting[] };

const movedBy = ({ event, before }: Turn): Moved => {
  if (event.type === 'CashAdjusted') {
    const { cents, cause } = event.data;
    return { transfer_id: null, kind: 'adjusted', reason: cause, postings: adjustmentPostings(cents) };
  }
  const transfer = isOfTransfer(event) ? before.transfers.get(event.data.transferId) : undefined;
  return {
    transfer_id: transfer?.id ?? null,
    kind: event.type === 'TransferReturned' ? 'returned' : 'settled',
    reason: event.type === 'TransferReturned' ? event.data.reason : null,
    postings: transfer && isOfTransfer(event) ? postingsOf(event.type, transfer) : [],
  };
};

/** Replaces the rows that an event changed. */
const withChanged = <Row extends { readonly id: string }>(
  rows: ReadonlyMap<string, PositionedRow<Row>>,
  changed: readonly Row[],
  position: bigint,
): ReadonlyMap<string, PositionedRow<Row>> =>
  changed.length === 0
    ? rows
    : new Map([...rows, ...changed.map((row) => [row.id, { row, position }] as const)]);

const rowsAfter = (rows: PersonRows, turn: Turn): PersonRows => {
  const { commit } = turn.event.position;
  return {
    account: { row: accountAfter(rows.account?.row, turn), position: commit },
    bankLinks: withChanged(rows.bankLinks, bankLinksAfter(rows.bankLinks, turn), commit),
    transfers: withChanged(rows.transfers, transfersAfter(rows.transfers, turn), commit),
    differences: withChanged(rows.differences, differencesAfter(rows.differences, turn), commit),
  };
};

/**
 * Folds a person's events into their rows by the domain's rules. Skips events that the account has already seen. The
 * given rows must include all links and transfers that the events name. Pure.
 */
export const follow = (userId: string, known: PersonRows, events: readonly RecordedEvent[]): Followed => {
  let rows = known;
  let before = factsIn(known);
  const postings: PostingRow[] = [];
  for (const event of events) {
    if (!isOfAccount(event) || event.position.commit <= (rows.account?.position ?? -1n)) continue;
    const turn = { userId, event, before, after: evolve(before, event) };
    rows = rowsAfter(rows, turn);
    postings.push(...postingsAfter(turn));
    before = turn.after;
  }
  return { rows, postings };
};
