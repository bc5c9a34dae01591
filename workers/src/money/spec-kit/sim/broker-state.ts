import type { AccountEvent, FundingEvent } from '@groundswell/broker';
import { tradingDayOf } from '@groundswell/domain/calendar';
import type { SimContext } from './context.js';

/** A transfer at the broker, in its true state. */
export interface Row {
  readonly id: string;
  /** The request of ours that made it; undefined for a stranger. */
  readonly tag: string | undefined;
  readonly direction: 'INCOMING' | 'OUTGOING';
  readonly cents: number;
  readonly relationshipId: string;
  readonly createdAt: number;
  /** When lists begin to show it. */
  visibleAt: number;
  status: string;
  /** The status that lists still show, and until when. */
  before: { readonly status: string; readonly until: number } | undefined;
  holdUntil: number | undefined;
  hasMoved: boolean;
  /** The broker dropped it and no longer shows it. */
  isGone: boolean;
}

export interface Link {
  readonly id: string;
  readonly createdAt: number;
  readonly number: string;
  readonly routing: string;
  visibleAt: number;
  status: string;
}

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly createdAt: number;
  visibleAt: number;
  status: string;
  cents: number;
  readonly links: Link[];
  readonly rows: Row[];
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Statuses in which a transfer moves no money, now or later. */
const voided = ['CANCELED', 'REJECTED', 'EXPIRED'];
const active = ['QUEUED', 'PENDING', 'APPROVED', 'CANCEL_REQUESTED'];

export const isVoid = ({ status }: Pick<Row, 'status'>): boolean => voided.includes(status);
export const isOver = ({ status }: Pick<Row, 'status'>): boolean =>
  voided.includes(status) || status === 'COMPLETE' || status === 'RETURNED';
export const isActive = ({ status }: Pick<Link, 'status'>): boolean => active.includes(status);

/** The broker's state, and how it changes over time. */
export class BrokerState {
  readonly accounts = new Map<string, Account>();
  readonly messages = { accounts: [] as AccountEvent[], funding: [] as FundingEvent[] };
  /** Called for each new message. */
  readonly listeners = new Set<() => void>();
  #ids = 0;

  constructor(private readonly world: Pick<SimContext, 'loop' | 'faults' | 'plan' | 'reached'>) {}

  /** Milliseconds by the broker's clock. */
  get clock(): number {
    return this.world.loop.now + this.world.plan.skew;
  }

  /** The timestamp of a message sent now. */
  #messageMoment(): Date {
    if (this.world.plan.streamAhead > minute) this.world.reached('a message bore a moment to come');
    return new Date(this.clock + this.world.plan.streamAhead);
  }

  /** Milliseconds for which lists do not show something new. */
  #lag(): number {
    const { faults, plan, loop } = this.world;
    return faults.isOver || plan.lag === 0 ? 0 : loop.chance.below(plan.lag);
  }

  #newId(kind: string): string {
    this.#ids += 1;
    return `${kind}-${this.#ids}`;
  }

  #messageId(): string {
    this.#ids += 1;
    return String(this.#ids).padStart(26, '0');
  }

  #tell(accountId: string, entityType: string, entityId: string, from: string, to: string): void {
    const reason = to === 'REJECTED' || to === 'RETURNED' ? `R01 of ${brokersWords}` : undefined;
    this.messages.funding.push({
      ...{ id: this.#messageId(), at: this.#messageMoment(), accountId, entityId, entityType },
      ...{ statusFrom: from, statusTo: to, reason },
    });
    for (const wake of this.listeners) wake();
  }

  openAccount(email: string, status = 'SUBMITTED'): Account {
    const account: Account = {
      ...{ id: this.#newId('account'), email, createdAt: this.clock, status, cents: 0, links: [], rows: [] },
      visibleAt: this.world.loop.now + this.#lag(),
    };
    this.accounts.set(account.id, account);
    const chance = this.world.loop.chance;
    if (status !== 'ACTIVE') {
      const review = chance.happens(0.2) ? ['APPROVAL_PENDING'] : [];
      this.#walk([...review, 'APPROVED', 'ACTIVE'], minute, (word) => {
        const statusFrom = account.status;
        account.status = word;
        this.messages.accounts.push({
          ...{ id: this.#messageId(), at: this.#messageMoment(), accountId: account.id, statusFrom },
          ...{ statusTo: word, kycResults: undefined },
        });
        for (const wake of this.listeners) wake();
        return true;
      });
    }
    return account;
  }

  /** Moves through statuses, each after at most some milliseconds; ends at one that is not accepted. */
  #walk(words: readonly string[], most: number, take: (word: string) => boolean): void {
    const [word, ...rest] = words;
    if (word === undefined) return;
    this.world.loop.soon(
      undefined,
      `broker ${word}`,
      () => {
        if (take(word)) this.#walk(rest, most, take);
      },
      1 + this.world.loop.chance.below(most),
    );
  }

  openLink(account: Account, number: string, routing: string, status = 'QUEUED'): Link {
    const link: Link = {
      ...{ id: this.#newId('link'), createdAt: this.clock, number, routing, status },
      visibleAt: this.world.loop.now + this.#lag(),
    };
    account.links.push(link);
    if (status !== 'APPROVED')
      this.#walk(['APPROVED'], 10 * minute, (word) => isActive(link) && this.#setLink(account, link, word));
    return link;
  }

  #setLink(account: Account, link: Link, word: string): boolean {
    const from = link.status;
    if (from === 'CANCEL_REQUESTED' && word === 'APPROVED') return false;
    link.status = word;
    this.#tell(account.id, 'BankRelationship', link.id, from, word);
    return true;
  }

  endLink(account: Account, link: Link): void {
    if (!isActive(link) || link.status === 'CANCEL_REQUESTED') return;
    const isSlow = this.world.loop.chance.happens(0.2);
    this.#setLink(account, link, isSlow ? 'CANCEL_REQUESTED' : 'CANCELED');
    if (isSlow) this.#walk(['CANCELED'], 5 * minute, (word) => this.#setLink(account, link, word));
  }

  /** Number of transfers in this direction on the broker's current trading day. */
  countToday(account: Account, direction: Row['direction']): number {
    const today = tradingDayOf(new Date(this.clock));
    return account.rows.filter(
      (row) => row.direction === direction && !isVoid(row) && tradingDayOf(new Date(row.createdAt)) === today,
    ).length;
  }

  /** Cents that can be withdrawn. */
  freeCents({ cents, rows }: Account): number {
    return rows.reduce(
      (left, row) => (row.direction === 'OUTGOING' && !isOver(row) ? left - row.cents : left),
      cents,
    );
  }

  makeTransfer(account: Account, made: Pick<Row, 'direction' | 'cents' | 'relationshipId' | 'tag'>): Row {
    const row: Row = {
      ...made,
      ...{ id: this.#newId('transfer'), createdAt: this.clock, status: 'QUEUED', before: undefined },
      ...{
        holdUntil: undefined,
        hasMoved: false,
        isGone: false,
        visibleAt: this.world.loop.now + this.#lag(),
      },
    };
    account.rows.push(row);
    this.#tell(account.id, 'Transfer', row.id, '', 'QUEUED');
    const { chance } = this.world.loop;
    const end = chance.one([
      'COMPLETE',
      'COMPLETE',
      'COMPLETE',
      'COMPLETE',
      'COMPLETE',
      'REJECTED',
      'EXPIRED',
    ]);
    const strange = this.world.faults.happens('word') ? ['HELD_FOR_MOON'] : [];
    const way = chance.one([
      ['PENDING'],
      ['PENDING', 'SENT_TO_CLEARING'],
      ['SENT_TO_CLEARING', 'APPROVED'],
      [],
    ]);
    const back = end === 'COMPLETE' && chance.happens(0.06) ? ['RETURNED'] : [];
    if (strange.length > 0) this.world.reached('the broker said a word that nobody knows');
    const pace = chance.one([2 * second, 5 * minute, hour]);
    this.#walk([...strange, ...way, end, ...back], pace, (word) => this.setTransfer(account, row, word));
    return row;
  }

  /** @returns false when the status cannot follow, because the transfer already ended */
  setTransfer(account: Account, row: Row, word: string): boolean {
    if (isVoid(row) || row.status === 'RETURNED') return false;
    if (row.status === 'COMPLETE' && word !== 'RETURNED') return false;
    const { faults, loop } = this.world;
    const from = row.status;
    row.before = { status: from, until: faults.isOver ? 0 : loop.now + Math.min(this.#lag(), hour) };
    row.status = word;
    const sign = row.direction === 'INCOMING' ? 1 : -1;
    if (word === 'COMPLETE') {
      account.cents += sign * row.cents;
      row.hasMoved = true;
      if (row.direction === 'INCOMING' && loop.chance.happens(0.5))
        row.holdUntil = this.clock + loop.chance.below(2 * hour);
    }
    if (word === 'RETURNED' && row.hasMoved) {
      account.cents -= sign * row.cents;
      this.world.reached('a transfer came back after it had settled');
    }
    this.#tell(account.id, 'Transfer', row.id, from, word);
    return true;
  }

  /** Lets all lists catch up. */
  heal(): void {
    for (const account of this.accounts.values()) {
      account.visibleAt = 0;
      for (const link of account.links) link.visibleAt = 0;
      for (const row of account.rows) {
        row.visibleAt = 0;
        row.before = undefined;
      }
    }
  }
}

/** A placeholder for the broker's text about people, which must never be in the log. */
export const brokersWords = 'OWNER-ADA-BYRON-000123456789';
