import type { BankLink, TradingAccount, Transfer } from '@groundswell/domain/money';
import type {
  AccountFacts,
  AccountRow,
  BankLinkRow,
  CashDifferenceRow,
  TransferFacts,
  TransferRow,
} from './tables.js';

/** A row, and the position of the last event that changed it. */
export interface PositionedRow<Row> {
  readonly row: Row;
  readonly position: bigint;
}

/** What the tables hold of one person; of the transfers perhaps only those that are looked at. */
export interface PersonRows {
  readonly account: PositionedRow<AccountRow> | undefined;
  readonly bankLinks: ReadonlyMap<string, PositionedRow<BankLinkRow>>;
  readonly transfers: ReadonlyMap<string, PositionedRow<TransferRow>>;
  readonly differences: ReadonlyMap<string, PositionedRow<CashDifferenceRow>>;
}

export const factsOf = ({ bankLinks: _, transfers: __, cash, ...facts }: TradingAccount): AccountFacts => ({
  ...facts,
  cash: cash.toString(),
});

export const transferFactsOf = (transfer: Transfer): TransferFacts => ({
  ...transfer,
  amount: transfer.amount.toString(),
});

const transferOf = (facts: TransferFacts): Transfer => ({ ...facts, amount: BigInt(facts.amount) });

const byId = <Value extends { readonly id: string }>(values: readonly Value[]): ReadonlyMap<string, Value> =>
  new Map(values.map((value) => [value.id, value]));

/** The account as the rules know it, with the links and transfers that are handed in and no others. */
export const accountOf = (
  { cash, ...facts }: AccountFacts,
  bankLinks: readonly BankLink[],
  transfers: readonly TransferFacts[],
): TradingAccount => ({
  ...facts,
  cash: BigInt(cash),
  bankLinks: byId(bankLinks),
  transfers: byId(transfers.map(transferOf)),
});
