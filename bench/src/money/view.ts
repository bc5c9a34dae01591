import { calls, centsOf, moneyOf } from '@groundswell/contracts';
import type { TradingAccount } from '@groundswell/domain/money';
import { read } from './client.js';
import type { MoneyInstance } from './instance.js';
import type { Person } from './person.js';

/** One movement of cash at the bank. */
interface Posting {
  readonly transfer_id: string;
  readonly net_amount: string;
}

/** What the bank holds for an account, and each movement of it. */
export interface HeldAccount {
  readonly cash: string;
  readonly postings: readonly Posting[];
}

const sum = (amounts: readonly string[]): bigint => amounts.reduce((total, one) => total + centsOf(one), 0n);

/** What a person sees of their money at one of the query services. */
export interface View {
  readonly balance: {
    readonly cash_balance: string;
    readonly pending_in: string;
    readonly pending_out: string;
  };
  /** Newest first. */
  readonly entries: readonly { readonly amount: string; readonly balance: string }[];
  readonly transfers: readonly {
    readonly id: string;
    readonly direction: string;
    readonly amount: string;
    readonly status: string;
  }[];
}

/** All pages of a list. */
const eachPage = async <Page extends { readonly next: string | null }>(
  ask: (query: string) => Promise<Page>,
): Promise<Page[]> => {
  const pages = [await ask('')];
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await ask(`?before=${next}`));
  return pages;
};

const viewOf = async (url: string, token: string): Promise<View> => {
  const ask = ({ path }: { readonly path: string }, query = '') => read(url, `${path}${query}`, token);
  const { getCashBalance, getCashActivity, getAchTransfers } = calls;
  const activity = async (query: string) => getCashActivity.response.parse(await ask(getCashActivity, query));
  const listed = async (query: string) => getAchTransfers.response.parse(await ask(getAchTransfers, query));
  return {
    balance: getCashBalance.response.parse(await ask(getCashBalance)),
    entries: (await eachPage(activity)).flatMap(({ entries }) => entries),
    transfers: (await eachPage(listed)).flatMap(({ transfers }) => transfers),
  };
};
const signed = (direction: string, amount: string): string =>
  direction === 'incoming' ? amount : `-${amount}`;

/** Each transfer has moved at the bank what its owner sees of it. */
const obstacleInTransfers = (
  { transfers }: View,
  account: TradingAccount,
  postings: readonly Posting[],
): string | undefined => {
  const seen = transfers.map(({ id }) => id);
  const known = [...account.transfers.keys()];
  if (seen.length !== known.length || known.some((id) => !seen.includes(id)))
    return `they see ${seen.length} transfers, and have asked for ${known.length}`;
  for (const { id, direction, amount, status } of transfers) {
    const brokerId = account.transfers.get(id)?.brokerTransferId;
    const moved = sum(postings.filter(({ transfer_id: of }) => of === brokerId).map((one) => one.net_amount));
    const shown = status === 'available' || status === 'settled' ? centsOf(signed(direction, amount)) : 0n;
    if (moved !== shown)
      return `the bank moved ${moneyOf(moved)} for ${id}, they see ${moneyOf(shown)} (${status})`;
  }
  return undefined;
};

/** What is not the same in what a person sees, in the ledger and at the bank; the first thing. */
export const obstacleIn = (
  view: View,
  account: TradingAccount,
  { cash = '0', postings = [] }: Partial<HeldAccount>,
): string | undefined => {
  const { balance, entries } = view;
  const held = centsOf(cash);
  if (held !== account.cash) return `the broker has ${cash}, the ledger ${moneyOf(account.cash)}`;
  if (centsOf(balance.cash_balance) !== held)
    return `they see ${balance.cash_balance}, the broker has ${cash}`;
  if (centsOf(balance.pending_in) + centsOf(balance.pending_out) > 0n)
    return `they see ${balance.pending_in} on its way in and ${balance.pending_out} on its way out`;
  const [last] = entries;
  if (sum(entries.map(({ amount }) => amount)) !== held)
    return 'the changes that they see are not their balance';
  if (last && centsOf(last.balance) !== held) return `after the last change they see ${last.balance}`;
  return obstacleInTransfers(view, account, postings);
};

/** What a person sees, at every query service, against what the bank debited and credited. */
export const obstacleInView = async (
  instance: MoneyInstance,
  person: Person,
  account: TradingAccount,
  held: HeldAccount | undefined,
): Promise<string | undefined> => {
  const token = person.newToken();
  const views = await Promise.all(instance.queryUrls.map((url) => viewOf(url, token)));
  for (const view of views) {
    const obstacle = obstacleIn(view, account, held ?? {});
    if (obstacle !== undefined) return obstacle;
  }
  return undefined;
};
