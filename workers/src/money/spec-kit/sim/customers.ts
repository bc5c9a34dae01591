import { isRefusal, schemaVersionOf, type TradingAccountEvent } from '@groundswell/contracts';
import { tradingDayOf } from '@groundswell/domain/calendar';
import {
  applicationVaultFields,
  bankVaultFields,
  decide,
  initialState,
  isUnderWay,
  type OwnerCommand,
} from '@groundswell/domain/money';
import { agreement, answersOf } from '../answers.js';
import type { Deed } from './plan.js';
import type { World } from './world.js';

const ssn = '520114207';
const routing = '121000358';
/** Milliseconds before money can be withdrawn to a bank that was not the first: three days. */
const newBankHold = 3 * 86_400_000;
/** A person's bank account numbers. */
const numbers = ['000123456789', '000987654321'] as const;

export const emailOf = (userId: string): string => `${userId}@example.com`;

/** People who make requests, recorded the way the command service records them. */
export class Customers {
  readonly ids: readonly string[];
  #count = 0;

  constructor(private readonly world: World) {
    this.ids = ['ann', 'bob'].slice(0, world.plan.people);
  }

  #newId(kind: string): string {
    this.#count += 1;
    return `${kind}-${this.#count}`;
  }

  #write(userId: string, events: readonly TradingAccountEvent[]): void {
    const { log, loop } = this.world;
    const commandId = this.#newId('command');
    const name = `tradingAccount-${userId}`;
    const { length } = log.stream(name);
    const stamped = events.map(({ type, data }, index) => ({
      ...{ id: `${commandId}.${index}`, type, data },
      metadata: {
        actor: { id: userId, role: 'user' as const },
        ...{ correlationId: commandId, causationId: commandId, commandId },
        schemaVersion: schemaVersionOf(type),
        occurredAt: new Date(loop.now).toISOString(),
      },
    }));
    log.append(name, stamped, length === 0 ? 'no_stream' : BigInt(length - 1));
  }

  #ask(userId: string, command: OwnerCommand): boolean {
    const { plan, log } = this.world;
    const limits = { transfersPerDay: plan.perDay, centsPerDay: 5_000_000n };
    const outcome = decide(command, log.accounts.get(userId) ?? initialState, limits);
    if (isRefusal(outcome)) return false;
    if (outcome.length > 0) this.#write(userId, outcome);
    return true;
  }

  /** Sets up everyone's initial state. */
  begin(): void {
    for (const userId of this.ids) {
      if (this.world.plan.apply) this.#apply(userId);
      else this.#settle(userId);
    }
  }

  #apply(userId: string): void {
    const applicationId = this.#newId('application');
    const fields = applicationVaultFields(applicationId);
    this.world.vault.put(userId, {
      [fields.answers]: { value: JSON.stringify(answersOf(emailOf(userId))) },
      [fields.agreement]: { value: JSON.stringify(agreement) },
      [fields.ssn]: { value: ssn },
    });
    this.#ask(userId, { type: 'RequestTradingAccount', applicationId, agreementVersion: '1' });
  }

  /** An open account with a bank and some money. */
  #settle(userId: string): void {
    const { broker } = this.world;
    const account = broker.openAccount(emailOf(userId), 'ACTIVE');
    account.visibleAt = 0;
    const link = broker.openLink(account, numbers[0], routing, 'APPROVED');
    link.visibleAt = 0;
    account.cents = 10_000;
    const [applicationId, bankLinkId] = [this.#newId('application'), this.#newId('bank')];
    const transferId = `first-${userId}`;
    account.rows.push({
      ...{ id: `transfer of ${userId}`, tag: `first-${userId}`, direction: 'INCOMING', cents: 10_000 },
      ...{ relationshipId: link.id, createdAt: broker.clock, visibleAt: 0, status: 'COMPLETE' },
      ...{ before: undefined, holdUntil: undefined, hasMoved: true, isGone: false },
    });
    this.#write(userId, [
      { type: 'TradingAccountRequested', data: { applicationId, agreementVersion: '1' } },
      { type: 'ApplicationSubmissionStarted', data: { applicationId } },
      {
        type: 'ApplicationAccepted.v2',
        data: {
          applicationId,
          brokerAccountId: account.id,
          status: 'ACTIVE',
          reportedAt: '2026-01-01T00:00:00Z',
        },
      },
      {
        type: 'BankLinkRequested',
        data: { bankLinkId, accountType: 'checking', ending: numbers[0].slice(-4), replaces: null },
      },
      { type: 'BankLinkSubmissionStarted', data: { bankLinkId } },
      { type: 'BankLinkAccepted', data: { bankLinkId, relationshipId: link.id, status: 'APPROVED' } },
      {
        type: 'TransferRequested',
        data: {
          ...{ transferId, bankLinkId, direction: 'incoming', amount: '100.00' },
          ...{ tradingDay: '2026-10-02', expectedOn: '2026-10-05' },
        },
      },
      { type: 'TransferSubmissionStarted', data: { transferId, attempt: 1 } },
      {
        type: 'TransferAccepted',
        data: {
          transferId,
          ...{ brokerTransferId: `transfer of ${userId}`, status: 'COMPLETE' },
        },
      },
      { type: 'TransferSent', data: { transferId } },
      { type: 'TransferSettled', data: { transferId, heldUntil: null } },
      { type: 'TransferReleased', data: { transferId } },
    ]);
  }

  do({ kind, who, size }: Deed): void {
    const userId = this.ids[who % this.ids.length] ?? '';
    if (kind === 'move in') this.#move(userId, 'incoming', size);
    else if (kind === 'move out') this.#move(userId, 'outgoing', size);
    else if (kind === 'cancel') this.#cancel(userId);
    else if (kind === 'replace bank') this.#link(userId, true);
    else if (kind === 'remove bank') this.#removeLink(userId);
  }

  #usable(userId: string): string | undefined {
    const links = [...(this.world.log.accounts.get(userId)?.bankLinks.values() ?? [])];
    return links.findLast(({ stage }) => stage === 'accepted' || stage === 'requested')?.id;
  }

  #move(userId: string, direction: 'incoming' | 'outgoing', cents: number): void {
    const bankLinkId = this.#usable(userId);
    if (bankLinkId === undefined) {
      this.#link(userId, false);
      return;
    }
    const tradingDay = tradingDayOf(new Date(this.world.loop.now));
    const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
    const transferId = this.#newId('move');
    const command = { type: 'RequestTransfer', transferId, bankLinkId, direction, amount } as const;
    const now = new Date(this.world.loop.now).toISOString();
    this.#ask(userId, { ...command, tradingDay, expectedOn: tradingDay, now });
  }

  #cancel(userId: string): void {
    const transfers = [...(this.world.log.accounts.get(userId)?.transfers.values() ?? [])];
    const last = transfers.findLast(isUnderWay);
    if (last) this.#ask(userId, { type: 'CancelTransfer', transferId: last.id });
  }

  #link(userId: string, isReplacing: boolean): void {
    const account = this.world.log.accounts.get(userId);
    const replaces = isReplacing ? this.#usable(userId) : undefined;
    if (account?.brokerStatus !== 'ACTIVE') return;
    const bankLinkId = this.#newId('bank');
    const number = this.world.loop.chance.one(numbers);
    const fields = bankVaultFields(bankLinkId);
    const command = { type: 'RequestBankLink', bankLinkId, accountType: 'checking' } as const;
    this.world.vault.put(userId, {
      [fields.ownerName]: { value: 'Ada Byron' },
      [fields.accountNumber]: { value: number },
      [fields.routingNumber]: { value: routing },
    });
    const withdrawableFrom = new Date(this.world.loop.now + newBankHold).toISOString();
    const look = { proven: true, ownerMatches: true, withdrawableFrom };
    if (this.#ask(userId, { ...command, ending: number.slice(-4), replaces, look }) && isReplacing)
      this.world.reached('a bank was replaced');
  }

  #removeLink(userId: string): void {
    const bankLinkId = this.#usable(userId);
    if (bankLinkId !== undefined) this.#ask(userId, { type: 'RemoveBankLink', bankLinkId, proven: true });
  }
}
