import type { TransferStatus } from '@groundswell/contracts';
import type { BankLink, TradingAccount, Transfer } from '@groundswell/domain/money';
import { type StoredRows, storedRows } from '@groundswell/platform/read-store';

/** The domain's state of an account without its links and transfers. Cents as text. */
export type AccountFacts = Omit<TradingAccount, 'bankLinks' | 'transfers' | 'cash'> & {
  readonly cash: string;
};
/** The domain's state of a transfer. Cents as text. */
export type TransferFacts = Omit<Transfer, 'amount'> & { readonly amount: string };

/** One person's account, and the position of the last change of each thing that they can see. */
export interface AccountRow {
  readonly user_id: string;
  readonly facts: AccountFacts;
  /** Code for why the broker refused the application. */
  readonly refusal: string | null;
  readonly requested_at: string | null;
  /** When it first became active. */
  readonly opened_at: string | null;
  /** When it got its present status: a repeated report changes nothing. */
  readonly changed_at: string | null;
  /** When a transfer last changed. */
  readonly cash_as_of: string | null;
  readonly account_position: number;
  readonly bank_links_position: number;
  readonly transfers_position: number;
  readonly cash_position: number;
}

export interface BankLinkRow {
  readonly id: string;
  readonly user_id: string;
  readonly facts: BankLink;
  readonly reason: string | null;
  readonly requested_at: string;
  /** Position of the event that requested it, because two may have the same time. */
  readonly requested_position: number;
}

/** A step of the timeline. */
interface TransferStep {
  readonly status: TransferStatus;
  readonly at: string;
  readonly reason: string | null;
}

export interface TransferRow {
  readonly id: string;
  readonly user_id: string;
  readonly facts: TransferFacts;
  /** In progress, or settled and not released: it affects what can be withdrawn. */
  readonly pending: boolean;
  readonly trading_day: string;
  readonly expected_on: string;
  readonly reason: string | null;
  readonly requested_at: string;
  readonly requested_position: number;
  readonly steps: readonly TransferStep[];
}

/** A period in which the broker's cash differed from the ledger's. */
export interface CashDifferenceRow {
  /** Position of the event that first reported it. */
  readonly id: string;
  readonly user_id: string;
  readonly broker_cash: string;
  readonly ledger_cash: string;
  readonly found_at: string;
  readonly resolved_at: string | null;
}

export const accounts: StoredRows<AccountRow> = storedRows<AccountRow>({
  name: 'trading_account',
  key: 'user_id',
  columns: {
    user_id: 'text',
    facts: 'jsonb',
    refusal: 'text?',
    requested_at: 'timestamptz?',
    opened_at: 'timestamptz?',
    changed_at: 'timestamptz?',
    cash_as_of: 'timestamptz?',
    account_position: 'bigint',
    bank_links_position: 'bigint',
    transfers_position: 'bigint',
    cash_position: 'bigint',
  },
});

export const bankLinks: StoredRows<BankLinkRow> = storedRows<BankLinkRow>({
  name: 'bank_link',
  key: 'id',
  columns: {
    id: 'text',
    user_id: 'text',
    facts: 'jsonb',
    reason: 'text?',
    requested_at: 'timestamptz',
    requested_position: 'bigint',
  },
});

export const transfers: StoredRows<TransferRow> = storedRows<TransferRow>({
  name: 'transfer',
  key: 'id',
  columns: {
    id: 'text',
    user_id: 'text',
    facts: 'jsonb',
    pending: 'boolean',
    trading_day: 'date',
    expected_on: 'date',
    reason: 'text?',
    requested_at: 'timestamptz',
    requested_position: 'bigint',
    steps: 'jsonb',
  },
});

export const cashDifferences: StoredRows<CashDifferenceRow> = storedRows<CashDifferenceRow>({
  name: 'cash_difference',
  key: 'id',
  columns: {
    id: 'text',
    user_id: 'text',
    broker_cash: 'text',
    ledger_cash: 'text',
    found_at: 'timestamptz',
    resolved_at: 'timestamptz?',
  },
});

/** One side of a money movement. The sides of each movement add up to zero. */
export interface PostingRow {
  /** Position of the event that moved the money, the same on both sides. */
  readonly entry: string;
  readonly account: 'cash' | 'bank';
  readonly user_id: string;
  /** Null for an adjustment by operators. */
  readonly transfer_id: string | null;
  readonly kind: 'settled' | 'returned' | 'adjusted';
  readonly cents: string;
  /** Balance of this ledger account of the person after the movement. */
  readonly balance: string;
  readonly at: string;
  /** Why it was returned, or the cause of the adjustment. */
  readonly reason: string | null;
}

const postingsDdl = `CREATE TABLE posting (
    entry bigint NOT NULL,
    account text NOT NULL,
    user_id text NOT NULL,
    transfer_id text,
    kind text NOT NULL,
    cents bigint NOT NULL,
    balance bigint NOT NULL,
    at timestamptz NOT NULL,
    reason text,
    PRIMARY KEY (entry, account))`;

/** Includes the indexes for finding the rows to continue from. */
export const tradingAccountDdl = [
  accounts.ddl,
  bankLinks.ddl,
  transfers.ddl,
  cashDifferences.ddl,
  postingsDdl,
  'CREATE INDEX bank_link_of_person ON bank_link (user_id, requested_position DESC)',
  'CREATE INDEX cash_difference_of_person ON cash_difference (user_id)',
].join(';\n');

export const tradingAccountIndexes = [
  'CREATE INDEX IF NOT EXISTS transfer_of_person ON transfer (user_id, requested_position DESC)',
  'CREATE INDEX IF NOT EXISTS transfer_pending ON transfer (user_id) WHERE pending',
  'CREATE INDEX IF NOT EXISTS transfer_of_day ON transfer (user_id, trading_day)',
  'CREATE INDEX IF NOT EXISTS cash_difference_newest ON cash_difference ((resolved_at IS NULL) DESC, found_at DESC, id)',
  'CREATE INDEX IF NOT EXISTS posting_of_person ON posting (user_id, account, entry DESC)',
  'CREATE INDEX IF NOT EXISTS posting_of_transfer ON posting (transfer_id, account, entry DESC)',
] as const;

/** Postings are written once and never changed. An existing one is an error and stops the read model. */
export const insertPostings = `INSERT INTO posting
  SELECT entry, account, user_id, transfer_id, kind, cents, balance, at, reason
  FROM jsonb_to_recordset($1) AS r (entry bigint, account text, user_id text, transfer_id text, kind text,
    cents bigint, balance bigint, at timestamptz, reason text)`;
