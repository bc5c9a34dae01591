import type { Account } from '../accounts/account.js';
import { nextOfAccount } from '../accounts/review.js';
import { nextOfRelationship } from '../ach-relationships/linking.js';
import type { Relationship } from '../ach-relationships/relationship.js';
import { type Cash, cashOf } from '../cash/cash.js';
import { lastSession, type Session } from '../market/calendar.js';
import type { Journal } from '../storage/journal.js';
import type { Limits } from '../transfers/rules.js';
import { nextOfTransfer } from '../transfers/settlement.js';
import type { Transfer } from '../transfers/transfer.js';
import { Agenda, type Step } from './agenda.js';
import { type Change, type NewChange, Records } from './records.js';

/** How long things take, in milliseconds; 0 is at once. */
export interface Times {
  /** From submitted to approved, and again to active. */
  readonly review: number;
  /** From a queued bank relationship to an approved one. */
  readonly linking: number;
  /** From a queued transfer to a complete one, in three equal steps. */
  readonly settlement: number;
  /** How long a settled deposit may not be withdrawn. */
  readonly hold: number;
}

export interface BankOptions {
  readonly now: () => number;
  readonly newId: () => string;
  readonly sessions: readonly Session[];
  readonly times: Times;
  readonly limits: Limits;
  readonly journal: Journal;
  /** What the journal held when it was opened. */
  readonly commits: readonly unknown[];
}

/** Accounts, bank relationships and transfers, and what becomes of them as time goes by. */
export class Bank {
  readonly records: Records;
  private readonly agenda = new Agenda();
  private wake: () => void = () => {};
  private times: Times;

  constructor(readonly options: BankOptions) {
    this.times = options.times;
    this.records = new Records(options.journal, options.now, options.commits);
    this.reconsiderAll();
    this.records.watch((change) => this.reconsider(change));
  }

  /** Changes how long things take, also for what is in progress. */
  setTimes(times: Partial<Times>): Times {
    this.times = { ...this.times, ...times };
    this.reconsiderAll();
    this.wake();
    return this.times;
  }

  now(): number {
    return this.options.now();
  }

  newId(): string {
    return this.options.newId();
  }

  /** An account, if it belongs to the one who asks. */
  accountOf(owner: string, id: string): Account | undefined {
    const account = this.records.accounts.get(id);
    return account?.owner === owner ? account : undefined;
  }

  cashOf(accountId: string): Cash {
    const lastClose = lastSession(this.options.sessions, this.now())?.closesAt ?? 0;
    return cashOf(this.records.postingsOf(accountId), this.records.transfersOfAccount(accountId), {
      now: this.now(),
      lastClose,
    });
  }

  /** Writes changes as one and resolves when they cannot be lost any more. @throws when the journal cannot be written */
  async commit(changes: readonly NewChange[]): Promise<void> {
    const durable = this.records.commit(changes);
    this.wake();
    await durable;
  }

  /** Takes every step that is due, and those that become due by them. Resolves when they are on the disk. */
  async advance(): Promise<void> {
    let durable: Promise<void> = Promise.resolve();
    for (let step = this.agenda.take(this.now()); step; step = this.agenda.take(this.now())) {
      durable = this.records.commit(step.changes(this.now()));
    }
    await durable;
  }

  nextDue(): number | undefined {
    return this.agenda.nextDue();
  }

  /** Called whenever something new may be due. */
  onWork(wake: () => void): void {
    this.wake = wake;
  }

  private reconsiderAll(): void {
    for (const account of this.records.accounts.values()) this.reconsider({ account });
    for (const relationship of this.records.relationships.values()) this.reconsider({ relationship });
    for (const transfer of this.records.transfers.values()) this.reconsider({ transfer });
  }

  private reconsider(change: Change): void {
    if ('account' in change) this.agenda.set(change.account.id, this.stepOfAccount(change.account));
    else if ('transfer' in change) this.agenda.set(change.transfer.id, this.stepOfTransfer(change.transfer));
    else if ('relationship' in change) this.reconsiderRelationship(change.relationship);
  }

  private reconsiderRelationship(relationship: Relationship): void {
    this.agenda.set(relationship.id, this.stepOfRelationship(relationship));
    // Transfers may have been waiting for their bank.
    for (const transfer of this.records.transfersOfAccount(relationship.accountId)) {
      if (transfer.relationshipId === relationship.id) {
        this.agenda.set(transfer.id, this.stepOfTransfer(transfer));
      }
    }
  }

  private stepOfAccount(account: Account): Step | undefined {
    const changes = nextOfAccount(account);
    return changes && { due: account.statusAt + this.times.review, changes };
  }

  private stepOfRelationship(relationship: Relationship): Step | undefined {
    const owner = this.records.accounts.get(relationship.accountId)?.owner ?? '';
    const changes = nextOfRelationship(relationship, owner);
    return changes && { due: relationship.statusAt + this.times.linking, changes };
  }

  private stepOfTransfer(transfer: Transfer): Step | undefined {
    const due = transfer.statusAt + this.times.settlement / 3;
    const step = (): ((at: number) => NewChange[]) | undefined => {
      const account = this.records.accounts.get(transfer.accountId);
      const relationship = this.records.relationships.get(transfer.relationshipId);
      if (!account || !relationship) return undefined;
      return nextOfTransfer(transfer, {
        account,
        relationship,
        cash: () => this.cashOf(transfer.accountId).total,
        holdTime: this.times.hold,
        newId: this.options.newId,
      });
    };
    // What the step depends on is looked at again when it is taken: the account and the bank may have changed.
    return step() && { due, changes: (at) => step()?.(at) ?? [] };
  }
}
