import type { Account } from '../accounts/account.js';
import type { Relationship } from '../ach-relationships/relationship.js';
import type { Posting } from '../cash/posting.js';
import type { BrokerEvent, EventStream } from '../events/broker-event.js';
import { ulidOf } from '../events/ulid.js';
import type { Journal } from '../storage/journal.js';
import type { Transfer } from '../transfers/transfer.js';

/** What one commit may change. A thing is written whole, so that folding the journal is laying one over the other. */
export type Change =
  | { readonly account: Account }
  | { readonly relationship: Relationship }
  | { readonly transfer: Transfer }
  | { readonly posting: Posting }
  | { readonly event: BrokerEvent };

/** An event before it has its place in the order. */
type NewEvent = Omit<BrokerEvent, 'id' | 'at'>;
export type NewChange = Exclude<Change, { readonly event: BrokerEvent }> | { readonly event: NewEvent };

/** Everything that the sandbox knows of accounts and money, folded from its journal. */
export class Records {
  readonly accounts = new Map<string, Account>();
  readonly relationships = new Map<string, Relationship>();
  readonly transfers = new Map<string, Transfer>();
  readonly events: Readonly<Record<EventStream, BrokerEvent[]>> = { accounts: [], funding: [] };
  private readonly postings = new Map<string, Posting[]>();
  private readonly transferIds = new Map<string, string[]>();
  private readonly relationshipIds = new Map<string, string[]>();
  private readonly accountIdByEmail = new Map<string, string>();
  private readonly listeners = new Set<(event: BrokerEvent) => void>();
  private watcher: (change: Change) => void = () => {};
  private sequence = 0;
  private latest = 0;

  constructor(
    private readonly journal: Journal,
    private readonly now: () => number,
    commits: readonly unknown[],
  ) {
    // The journal is this class's own writing; what could not be parsed was refused when it was opened.
    for (const commit of commits as readonly (readonly Change[])[]) {
      this.sequence += commit.length;
      for (const change of commit) this.apply(change);
    }
  }

  /** All postings of an account, oldest first. */
  postingsOf(accountId: string): readonly Posting[] {
    return this.postings.get(accountId) ?? [];
  }

  /** All transfers of an account, oldest first. */
  transfersOfAccount(accountId: string): Transfer[] {
    const ids = this.transferIds.get(accountId) ?? [];
    return ids.map((id) => this.transfers.get(id)).filter((transfer) => transfer !== undefined);
  }

  relationshipsOf(accountId: string): Relationship[] {
    const ids = this.relationshipIds.get(accountId) ?? [];
    return ids.map((id) => this.relationships.get(id)).filter((relationship) => relationship !== undefined);
  }

  hasEmail(address: string): boolean {
    return this.accountIdByEmail.has(address.toLowerCase());
  }

  /** Called for every event once it cannot be lost any more. Returns the way to stop it. */
  listen(listener: (event: BrokerEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Called for every change as soon as it holds. */
  watch(watcher: (change: Change) => void): void {
    this.watcher = watcher;
  }

  /**
   * Writes changes as one: all of them or none. They hold as soon as this returns; the promise resolves when they are
   * on the disk, and an answer waits for it. @throws when the journal cannot be written; nothing has changed then.
   */
  commit(changes: readonly NewChange[]): Promise<void> {
    const at = Math.max(this.now(), this.latest);
    const settled = changes.map((change, index): Change => {
      if (!('event' in change)) return change;
      return { event: { ...change.event, id: ulidOf(at, this.sequence + index + 1), at } };
    });
    this.journal.write(settled);
    for (const change of settled) this.apply(change);
    this.sequence += changes.length;
    return this.journal.durable().then(() => {
      for (const change of settled)
        if ('event' in change) for (const tell of this.listeners) tell(change.event);
    });
  }

  private apply(change: Change): void {
    if ('account' in change) this.applyAccount(change.account);
    else if ('relationship' in change) this.applyRelationship(change.relationship);
    else if ('transfer' in change) this.applyTransfer(change.transfer);
    else if ('posting' in change) append(this.postings, change.posting.accountId, change.posting);
    else this.applyEvent(change.event);
    this.watcher(change);
  }

  private applyAccount(account: Account): void {
    this.accounts.set(account.id, account);
    this.accountIdByEmail.set(account.application.contact.email_address.toLowerCase(), account.id);
  }

  private applyRelationship(relationship: Relationship): void {
    const { id, accountId } = relationship;
    if (!this.relationships.has(id)) append(this.relationshipIds, accountId, id);
    this.relationships.set(id, relationship);
  }

  private applyTransfer(transfer: Transfer): void {
    if (!this.transfers.has(transfer.id)) append(this.transferIds, transfer.accountId, transfer.id);
    this.transfers.set(transfer.id, transfer);
  }

  private applyEvent(event: BrokerEvent): void {
    this.events[event.stream].push(event);
    this.latest = Math.max(this.latest, event.at);
  }
}

const append = <T>(lists: Map<string, T[]>, key: string, value: T): void => {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
};
