import { idOfStream } from '@groundswell/contracts';
import { tradingDayOf } from '@groundswell/domain/calendar';
import { initialState, type TradingAccount, type Transfer } from '@groundswell/domain/money';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import { stepIdOf } from '../../steps/step.js';
import { brokersWords, isVoid, type Row } from './broker-state.js';
import type { Node } from './loop.js';
import type { World } from './world.js';

interface Fence {
  readonly transferId: string;
  readonly attempt: number;
  readonly at: number;
}

const ended = (status: string): boolean => status === 'refused' || status === 'canceled';

/** Checks the invariants at each step, and records which rare states were reached. */
export class Watch {
  /** The last fence that each process wrote for each person. */
  readonly #fences = new Map<string, Fence>();
  readonly #sent = new Set<string>();
  readonly #fencedAt = new Map<string, number>();
  readonly parked = new Set<string>();
  /** Called for each parked job. */
  onParked: (jobId: string) => void = () => undefined;
  #requests = 0;

  constructor(
    private readonly world: World,
    private readonly ownerOf: (accountId: string) => string,
  ) {
    world.log.onEvent = (event, before, writer) => this.#onEvent(event, before, writer);
    world.log.onConflict = () => world.reached('two writers met at one stream');
    world.wire.onSend = (node, accountId) => this.#onSend(node, accountId);
  }

  get requests(): number {
    return this.#requests;
  }

  #fail(what: string): void {
    this.world.loop.fail(what);
  }

  #account(userId: string): TradingAccount {
    return this.world.log.accounts.get(userId) ?? initialState;
  }

  /** Rows at the broker made by one of our transfers. */
  rowsOf(transferId: string): Row[] {
    return [...this.world.broker.accounts.values()].flatMap(({ rows }) =>
      rows.filter(({ tag }) => tag === transferId),
    );
  }

  /** Called when a process sends a call that requests a transfer. */
  #onSend(node: Node, accountId: string): string | undefined {
    const userId = this.ownerOf(accountId);
    const fence = this.#fences.get(`${node.name} ${userId}`);
    const transfer = fence && this.#account(userId).transfers.get(fence.transferId);
    if (!fence || !transfer) {
      this.#fail('sent without a fence');
      return undefined;
    }
    const { loop, log, locks, wire, plan, reached } = this.world;
    const { id } = transfer;
    if (transfer.attempts !== fence.attempt || !transfer.submitting) this.#fail('sent after its outcome');
    if (transfer.unknown) this.#fail('sent after it was parked');
    const job = log.jobs.get(stepIdOf({ kind: 'submit-transfer', entityId: id }))?.state;
    if (job === 'parked' || job === 'dropped') this.#fail('sent from parked');
    if (loop.now - fence.at > plan.timeout) this.#fail('sent when its time was over');
    const isPending = (wire.underWay.get(id) ?? 0) > 0 || this.rowsOf(id).length > 0;
    if (isPending) this.#fail('sent again without certainty');
    if (!locks.isHeldBy(node, `money of ${userId}`)) reached('a call was sent after its lock was lost');
    if (this.#sent.has(id)) reached('a second attempt was sent');
    this.#sent.add(id);
    return id;
  }

  /** Called after a call was executed. */
  onMade(): void {
    for (const account of this.world.log.accounts.values())
      for (const transfer of account.transfers.values()) this.#check(transfer);
  }

  #check({ id, status }: Transfer): void {
    const rows = this.rowsOf(id);
    if (rows.length > 1) this.#fail('two executed for one request');
    if (ended(status) && rows.some((row) => !isVoid(row))) this.#fail(`executed, and reported as ${status}`);
  }

  #onEvent(event: RecordedEvent, before: TradingAccount, writer: Node | undefined): void {
    if (JSON.stringify(event.data).includes(brokersWords)) this.#fail('words of the broker are in the log');
    const id = idOfStream(event.stream);
    if (event.stream.startsWith('job-')) this.#onJob(event, id);
    if (event.type === 'ApplicationRefused') this.#onApplicationRefused(event.data.code, id);
    if (event.type === 'AccountStatusReported') this.#onAccountStatus(before, id);
    if (event.stream.startsWith('job-') || !('transferId' in event.data)) return;
    const { transferId } = event.data;
    const was = before.transfers.get(transferId);
    const transfer = this.#account(id).transfers.get(transferId);
    if (transfer) this.#check(transfer);
    if (event.type === 'TransferRequested') this.#requests += 1;
    if (event.type === 'TransferSubmissionStarted') {
      const { attempt } = event.data;
      const fence = { transferId, attempt, at: this.world.loop.now };
      this.#fencedAt.set(transferId, this.world.loop.now);
      if (writer) this.#fences.set(`${writer.name} ${id}`, fence);
    }
    if (was) this.#note(event, was, id, writer);
  }

  /** Checks that no one is told their address is taken while the account under it is theirs. */
  #onApplicationRefused(code: string, userId: string): void {
    const isTheirs = [...this.world.broker.accounts.keys()].some((id) => this.ownerOf(id) === userId);
    if (code === 'EmailTaken' && isTheirs)
      this.#fail('an account was opened, and reported as someone else’s');
  }

  /** An account that is open at the broker stays open here, however late its earlier messages arrive. */
  #onAccountStatus(before: TradingAccount, userId: string): void {
    const { brokerAccountId, brokerStatus } = this.#account(userId);
    const isOpen = this.world.broker.accounts.get(brokerAccountId ?? '')?.status === 'ACTIVE';
    if (isOpen && before.brokerStatus === 'ACTIVE' && brokerStatus !== 'ACTIVE')
      this.#fail('an open account was shown as one that is not open');
  }

  #onJob(event: RecordedEvent, jobId: string): void {
    if (event.type === 'JobParked') this.onParked(jobId);
    const [kind, transferId = ''] = jobId.split('.');
    if (event.type !== 'JobFinished' || kind !== 'submit-transfer') return;
    for (const { transfers } of this.world.log.accounts.values()) {
      const transfer = transfers.get(transferId);
      if (transfer?.status === 'requested' && transfer.brokerTransferId === undefined)
        this.#fail('a parked job ended without an answer');
    }
  }

  /** Checks an event about a transfer against the transfer's state before it. */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a list of what each event may tell
  #note(event: RecordedEvent, was: Transfer, userId: string, writer: Node | undefined): void {
    const { reached, loop } = this.world;
    const fencedAt = this.#fencedAt.get(was.id) ?? loop.now;
    const isLater = (): boolean => tradingDayOf(new Date(fencedAt)) !== tradingDayOf(new Date(loop.now));
    switch (event.type) {
      case 'TransferAccepted': {
        const row = this.rowsOf(was.id).find(({ id }) => id === event.data.brokerTransferId);
        if (!row) this.#fail('a transfer of the broker stands for another one');
        if (was.unknown && was.submitting) reached('a transfer was parked, then found');
        else if (was.submitting && loop.now - fencedAt > this.world.plan.timeout)
          reached('a row was taken within the doubt');
        if (was.submitting && isLater()) reached('a trading day ended in doubt');
        break;
      }
      case 'TransferOutcomeUnknown':
        this.#onUnknown(was, userId, writer);
        break;
      case 'TransferRefused':
        if (was.submitting && was.unknown) reached('a transfer was refused after doubt');
        if (was.submitting && isLater()) reached('a trading day ended in doubt');
        break;
      case 'TransferSubmissionFailed.v2':
        if (event.data.evidence === 'not sent') reached('a fence was too old to send behind');
        else reached('the broker took nothing, and it was tried again');
        break;
      case 'TransferDecisionConfirmed.v2':
        reached(`a second operator said yes: ${event.data.kind}`);
        break;
      case 'TransferCancellationRequested':
        if (was.submitting) reached('a transfer was canceled in doubt');
        break;
      case 'TransferCanceled.v2':
        if (was.submitting && was.unknown) reached('a transfer was canceled after doubt');
        break;
    }
  }

  /**
   * A worker gives up only after all of the time was over, and if it has seen nothing since then that matches, or could not
   * read the list.
   */
  #onUnknown(was: Transfer, userId: string, writer: Node | undefined): void {
    const { loop, plan, wire, reached } = this.world;
    reached('a transfer was parked with its outcome unknown');
    this.parked.add(was.id);
    const { brokerAccountId, transfers } = this.#account(userId);
    const fencedAt = this.#fencedAt.get(was.id) ?? loop.now;
    const over = fencedAt + plan.timeout + plan.doubt;
    const list = `${writer?.name} ${brokerAccountId}`;
    const late = (wire.lastListed.get(list) ?? []).filter(({ at }) => at >= over);
    if (loop.now < over) this.#fail('parked before the doubt was over');
    if (late.length === 0) {
      const couldNotRead = (wire.listFailedAt.get(list) ?? 0) >= over;
      if (!couldNotRead) this.#fail('parked without a look after the doubt was over');
      return;
    }
    const taken = new Set([...transfers.values()].map(({ brokerTransferId }) => brokerTransferId));
    // What ended without money is left to a person: it may be anyone's.
    const mayBeTaken = ({ id, tag, status }: Row): boolean =>
      tag === was.id && !taken.has(id) && !isVoid({ status }) && status !== 'RETURNED';
    const isShown = late.every(({ rows }) => rows.some(mayBeTaken));
    if (isShown) this.#fail('parked although its row appeared in time');
  }
}
