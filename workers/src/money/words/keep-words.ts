import { type BrokerCommand, brokerWordsField, type TradingAccount } from '@groundswell/domain/money';
import { PersonErased } from '@groundswell/platform/vault';
import { eventsOf } from '../account-desk.js';
import type { MoneyDependencies } from '../dependencies.js';

/** How long operators can look up the broker's texts. Longer than the sixty days in which a bank can return money. */
const keptFor = 180 * 24 * 3_600_000;

/** Characters. Longer texts are cut off. */
const longest = 4_000;

/** The broker's text, and what it is about. */
interface Said {
  readonly kind: 'application' | 'bank' | 'transfer';
  readonly entityId: string;
  readonly words: string;
}

type Keeping = Pick<MoneyDependencies, 'vault' | 'log' | 'now'>;

/** Stores the broker's texts in the vault. Never fails, since money does not wait for them. */
export const keepWords = async (
  { vault, log, now }: Keeping,
  userId: string,
  said: readonly Said[],
): Promise<void> => {
  if (said.length === 0) return;
  const expiresAt = new Date(now().getTime() + keptFor);
  const values = said.map(
    ({ kind, entityId, words }) =>
      [brokerWordsField(kind, entityId), { value: words.slice(0, longest), expiresAt }] as const,
  );
  try {
    await vault.put(userId, Object.fromEntries(values));
  } catch (fault) {
    if (!(fault instanceof PersonErased)) log.warn({ err: fault, userId }, 'words of the broker were lost');
  }
};

const saidIn = (report: BrokerCommand): Said[] => {
  if (!('reason' in report) || report.reason === null) return [];
  const words = report.reason;
  return report.type === 'ReportTransferStatus'
    ? [{ kind: 'transfer', entityId: report.transferId, words }]
    : [{ kind: 'bank', entityId: report.bankLinkId, words }];
};

/** Stores the texts of reports that are new to the account. Those of the others were stored when they were new. */
export const keepWordsOf = (
  dependencies: Keeping,
  userId: string,
  account: TradingAccount,
  reports: readonly BrokerCommand[],
): Promise<void> => {
  const said = reports.flatMap((report) =>
    saidIn(report).filter(() => eventsOf(account, [report]).length > 0),
  );
  return keepWords(dependencies, userId, said);
};
