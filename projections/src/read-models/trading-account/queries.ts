import type { BankLink, TradingAccount } from '@groundswell/domain/money';
import { initialState, isOwnerInQuestion } from '@groundswell/domain/money';
import type { Sql } from '@groundswell/platform/database';
import { accountOf, factsOf } from './person.js';
import type {
  AccountFacts,
  AccountRow,
  BankLinkRow,
  CashDifferenceRow,
  TransferFacts,
  TransferRow,
} from './tables.js';

/** A row as PostgreSQL returns it, with instants as dates. */
type Stored<Row, Instant extends keyof Row> = Omit<Row, Instant> & {
  readonly [Column in Instant]: Date | Extract<Row[Column], null>;
};

export type StoredAccount = Pick<
  Stored<AccountRow, 'requested_at' | 'opened_at' | 'changed_at'>,
  'facts' | 'refusal' | 'requested_at' | 'opened_at' | 'changed_at'
>;
export type StoredBankLink = Stored<Omit<BankLinkRow, 'user_id' | 'requested_position'>, 'requested_at'> & {
  /** Earliest withdrawal to any bank: ISO 8601. */
  readonly account_held_until: string | null;
};
export type StoredTransfer = Stored<
  Omit<TransferRow, 'user_id' | 'pending' | 'trading_day' | 'requested_position'>,
  'requested_at'
> & {
  readonly position: string;
  /** The bank link it uses. */
  readonly link: BankLink;
};
export type StoredDifference = Stored<CashDifferenceRow, 'found_at' | 'resolved_at'>;

/** A bank link whose owner operators have to decide on. */
export interface OwnerQuestion {
  readonly person: string;
  readonly bank: string;
}

/** One change of the cash, with the balance after it. Whole cents as text. */
export interface StoredEntry {
  readonly entry: string;
  readonly at: Date;
  readonly transfer_id: string | null;
  readonly kind: 'settled' | 'returned' | 'adjusted';
  readonly direction: 'incoming' | 'outgoing';
  readonly cents: string;
  readonly balance: string;
  readonly reason: string | null;
}

/** Position of the last change of each thing that a person can see; 0n before the first. */
export interface OwnPositions {
  readonly account: bigint;
  readonly bank_links: bigint;
  readonly transfers: bigint;
  readonly cash: bigint;
}

export interface AccountState {
  /** The domain's account. Transfers are limited to those in progress and those of the requested day. */
  readonly account: TradingAccount;
  /** When a transfer last changed. */
  readonly asOf: Date | null;
}

const transferColumns = `t.id, t.requested_position::text AS position, t.facts, t.expected_on::text AS expected_on,
  t.reason, t.requested_at, t.steps, l.facts AS link`;
const fromTransfers = `FROM transfer t JOIN bank_link l ON l.id = t.facts->>'bankLinkId'`;

/** The state of a person's account. */
const account = async (sql: Sql, userId: string): Promise<StoredAccount | undefined> => {
  const [row] = await sql.query<StoredAccount>(
    'SELECT facts, refusal, requested_at, opened_at, changed_at FROM trading_account WHERE user_id = $1',
    [userId],
  );
  return row;
};

/** Newest first. */
const bankLinks = (sql: Sql, userId: string): Promise<StoredBankLink[]> =>
  sql.query(
    `SELECT l.id, l.facts, l.reason, l.requested_at, a.facts->>'heldUntil' AS account_held_until
      FROM bank_link l JOIN trading_account a USING (user_id)
      WHERE l.user_id = $1 ORDER BY l.requested_position DESC`,
    [userId],
  );

/** Newest first, at most `limit`. */
const transfers = (
  sql: Sql,
  userId: string,
  before: string | undefined,
  limit: number,
): Promise<StoredTransfer[]> =>
  sql.query(
    `SELECT ${transferColumns} ${fromTransfers}
      WHERE t.user_id = $1 AND ($2::bigint IS NULL OR t.requested_position < $2)
      ORDER BY t.requested_position DESC LIMIT $3`,
    [userId, before ?? null, limit],
  );

/** One transfer with the balance after its last posting. Undefined if it does not belong to this person. */
const transfer = async (
  sql: Sql,
  userId: string,
  transferId: string,
): Promise<(StoredTransfer & { readonly balance_after: string | null }) | undefined> => {
  const [row] = await sql.query<StoredTransfer & { balance_after: string | null }>(
    `SELECT ${transferColumns}, (SELECT p.balance::text FROM posting p
        WHERE p.transfer_id = t.id AND p.account = 'cash' ORDER BY p.entry DESC LIMIT 1) AS balance_after
      ${fromTransfers} WHERE t.id = $2 AND t.user_id = $1`,
    [userId, transferId],
  );
  return row;
};

/** What the rules need to tell a person's funds and options on a trading day (`YYYY-MM-DD`). */
const accountState = async (sql: Sql, userId: string, tradingDay: string | null): Promise<AccountState> => {
  const [row] = await sql.query<{ facts: AccountFacts; cash_as_of: Date | null; transfers: TransferFacts[] }>(
    `SELECT a.facts, a.cash_as_of, coalesce((SELECT jsonb_agg(t.facts)
        FROM transfer t WHERE t.user_id = $1 AND (t.pending OR t.trading_day = $2)), '[]') AS transfers
      FROM trading_account a WHERE a.user_id = $1`,
    [userId, tradingDay],
  );
  return {
    account: accountOf(row?.facts ?? factsOf(initialState), [], row?.transfers ?? []),
    asOf: row?.cash_as_of ?? null,
  };
};

/** Changes of the cash, newest first, at most `limit`, or all. */
const activity = (sql: Sql, userId: string, before?: string, limit?: number): Promise<StoredEntry[]> =>
  sql.query(
    `SELECT p.entry::text AS entry, p.at, p.transfer_id, p.kind,
        coalesce(t.facts->>'direction', CASE WHEN p.cents < 0 THEN 'outgoing' ELSE 'incoming' END) AS direction,
        p.cents::text AS cents, p.balance::text AS balance, p.reason
      FROM posting p LEFT JOIN transfer t ON t.id = p.transfer_id
      WHERE p.user_id = $1 AND p.account = 'cash' AND ($2::bigint IS NULL OR p.entry < $2)
      ORDER BY p.entry DESC LIMIT $3`,
    [userId, before ?? null, limit ?? null],
  );

/** For all people: unresolved first, then the newest; `limit` at most. */
const differences = (sql: Sql, limit: number): Promise<StoredDifference[]> =>
  sql.query(
    `SELECT id, user_id, broker_cash, ledger_cash, found_at, resolved_at FROM cash_difference
      ORDER BY (resolved_at IS NULL) DESC, found_at DESC, id LIMIT $1`,
    [limit],
  );

/** For all people; `limit` at most are looked at. */
const ownersInQuestion = async (sql: Sql, limit: number): Promise<OwnerQuestion[]> => {
  const rows = await sql.query<Pick<BankLinkRow, 'id' | 'user_id' | 'facts'>>(
    `SELECT id, user_id, facts FROM bank_link WHERE facts->>'ownerQuestion' = 'asked' ORDER BY id LIMIT $1`,
    [limit],
  );
  return rows.flatMap(({ id, user_id, facts }) =>
    isOwnerInQuestion(facts) ? [{ person: user_id, bank: id }] : [],
  );
};

/** The positions for some people. People without an account are left out. */
const positionsOf = async (
  sql: Sql,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, OwnPositions>> => {
  const found = await sql.query<{ user_id: string } & Record<keyof OwnPositions, string>>(
    `SELECT user_id, account_position AS account, bank_links_position AS bank_links,
        transfers_position AS transfers, cash_position AS cash
      FROM trading_account WHERE user_id = ANY ($1)`,
    [userIds],
  );
  return new Map(
    found.map(({ user_id, account, bank_links, transfers, cash }) => [
      user_id,
      {
        account: BigInt(account),
        bank_links: BigInt(bank_links),
        transfers: BigInt(transfers),
        cash: BigInt(cash),
      },
    ]),
  );
};

/** Queries about one person are by that person's id only: other people's rows do not match. */
export const tradingAccountQueries = {
  account,
  bankLinks,
  transfers,
  transfer,
  accountState,
  activity,
  differences,
  ownersInQuestion,
  positionsOf,
} as const;
