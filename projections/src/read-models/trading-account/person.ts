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

/** The rows of one person; perhaps only some of the transfers. */
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

/** The account in the form of the domain's rules, with only the given links and transfers. */
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
