import { isUnderWay } from '@groundswell/domain/money';
import { factsOf, type PositionedRow, transferFactsOf } from './person.js';
import type { AccountRow, BankLinkRow, CashDifferenceRow, TransferRow } from './tables.js';
import { isOfApplication, isOfBankLink, isOfTransfer, reasonIn, type Turn } from './turn.js';

type Rows<Row> = ReadonlyMap<string, PositionedRow<Row>>;

/** Whether the balance, what is pending, or what can be withdrawn may have changed. */
const changesCash = ({ event, before, after }: Turn): boolean =>
  before.cash !== after.cash ||
  (isOfTransfer(event) &&
    before.transfers.get(event.data.transferId)?.status !==
      after.transfers.get(event.data.transferId)?.status);

/** Whether the account advanced, or the broker has new findings or requirements. */
const changesAccount = ({ before, after }: Turn): boolean =>
  before.application !== after.application ||
  before.brokerStatus !== after.brokerStatus ||
  before.findings.join() !== after.findings.join();

const newcomer: Omit<AccountRow, 'user_id' | 'facts'> = {
  refusal: null,
  requested_at: null,
  opened_at: null,
  changed_at: null,
  cash_as_of: null,
  account_position: 0,
  bank_links_position: 0,
  transfers_position: 0,
  cash_position: 0,
};

export const accountAfter = (row: AccountRow | undefined, turn: Turn): AccountRow => {
  const { userId, event, before, after } = turn;
  const { occurredAt } = event.metadata;
  const position = Number(event.position.commit);
  return {
    ...newcomer,
    ...row,
    user_id: userId,
    facts: factsOf(after),
    ...(event.type === 'TradingAccountRequested' ? { requested_at: occurredAt, refusal: null } : {}),
    ...(event.type === 'ApplicationRefused' ? { refusal: event.data.code } : {}),
    ...(after.wasActive && !before.wasActive ? { opened_at: occurredAt } : {}),
    ...(changesAccount(turn) ? { changed_at: occurredAt } : {}),
    ...(isOfApplication(event) ? { account_position: position } : {}),
    ...(isOfBankLink(event) ? { bank_links_position: position } : {}),
    ...(isOfTransfer(event) ? { transfers_position: position } : {}),
    ...(changesCash(turn) ? { cash_as_of: occurredAt, cash_position: position } : {}),
  };
};

/** The links that an event changed: the one it names, and the one that this replaces. */
export const bankLinksAfter = (
  rows: Rows<BankLinkRow>,
  { userId, event, before, after }: Turn,
): BankLinkRow[] =>
  [...after.bankLinks.values()]
    .filter((link) => link !== before.bankLinks.get(link.id))
    .map((facts) => {
      const row = rows.get(facts.id)?.row;
      return {
        id: facts.id,
        user_id: userId,
        facts,
        reason: reasonIn(event) ?? row?.reason ?? null,
        requested_at: row?.requested_at ?? event.metadata.occurredAt,
        requested_position: row?.requested_position ?? Number(event.position.commit),
      };
    });

/** The transfer that an event changed. Each new status is a step in its timeline. */
export const transfersAfter = (
  rows: Rows<TransferRow>,
  { userId, event, before, after }: Turn,
): TransferRow[] => {
  if (!isOfTransfer(event)) return [];
  const transfer = after.transfers.get(event.data.transferId);
  if (!transfer) return [];
  const row = rows.get(transfer.id)?.row;
  const at = event.metadata.occurredAt;
  const reason = reasonIn(event);
  const { status, tradingDay } = transfer;
  const isStep = status !== before.transfers.get(transfer.id)?.status;
  return [
    {
      id: transfer.id,
      user_id: userId,
      facts: transferFactsOf(transfer),
      pending: isUnderWay(transfer) || status === 'settled',
      trading_day: tradingDay,
      expected_on: row?.expected_on ?? ('expectedOn' in event.data ? event.data.expectedOn : tradingDay),
      reason: reason ?? row?.reason ?? null,
      requested_at: row?.requested_at ?? at,
      requested_position: row?.requested_position ?? Number(event.position.commit),
      steps: [...(row?.steps ?? []), ...(isStep ? [{ status, at, reason }] : [])],
    },
  ];
};

/** An open difference that is found again with other numbers stays the same row. It is resolved when both agree. */
export const differencesAfter = (
  rows: Rows<CashDifferenceRow>,
  { userId, event }: Turn,
): CashDifferenceRow[] => {
  const open = [...rows.values()].find(({ row }) => row.resolved_at === null)?.row;
  const { occurredAt } = event.metadata;
  switch (event.type) {
    case 'CashDifferenceFound':
      return [
        {
          id: open?.id ?? event.position.commit.toString(),
          user_id: userId,
          broker_cash: event.data.brokerCash,
          ledger_cash: event.data.ledgerCash,
          found_at: open?.found_at ?? occurredAt,
          resolved_at: null,
        },
      ];
    case 'CashDifferenceResolved':
      return open ? [{ ...open, resolved_at: occurredAt }] : [];
    default:
      return [];
  }
};
