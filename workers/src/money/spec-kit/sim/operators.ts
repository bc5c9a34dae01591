import { idOfStream, isRefusal, type TransferDecision } from '@groundswell/contracts';
import { initialState, mayBeAtBroker, type TradingAccount, type Transfer } from '@groundswell/domain/money';
import { tellJob } from '../../../shared/jobs.js';
import { obstacleOf } from '../../steps/drop.js';
import { stepIdOf, stepsUnfinished } from '../../steps/step.js';
import { decideByOperator } from '../../transfers/decide-by-operator.js';
import { isOver, isVoid, type Row } from './broker-state.js';
import { emailOf } from './customers.js';
import type { Node } from './loop.js';
import type { Watch } from './watch.js';
import type { World } from './world.js';

const minute = 60_000;

const isUnfinished = (account: TradingAccount, jobId: string): boolean =>
  stepsUnfinished(account).some((step) => stepIdOf(step) === jobId);

/** Operators, who handle parked jobs, and get true answers from the broker. */
export class Operators {
  readonly #node: Node = { name: 'operator', state: 'running', held: [] };
  readonly #looking = new Set<string>();
  #count = 0;

  constructor(
    private readonly world: World,
    private readonly watch: Watch,
  ) {}

  /** Someone looks at a parked job sooner or later, and again until it is no longer parked. */
  onParked(jobId: string): void {
    if (this.#looking.has(jobId)) return;
    this.#looking.add(jobId);
    this.#lookLater(jobId);
  }

  #lookLater(jobId: string): void {
    const { loop, faults } = this.world;
    const after = faults.isOver
      ? 20 * minute
      : minute + loop.chance.below(loop.chance.one([10, 300]) * minute);
    loop.at(undefined, after, `operator looks at ${jobId}`, () => void this.#look(jobId));
  }

  async #look(jobId: string): Promise<void> {
    const job = this.world.log.jobs.get(jobId);
    if (job?.state !== 'parked') {
      this.#looking.delete(jobId);
      return;
    }
    try {
      await this.#act(jobId, idOfStream(job.subject));
    } catch {
      // The result of an operator's command shows the next time they look.
    }
    this.#lookLater(jobId);
  }

  #context(by: string) {
    this.#count += 1;
    const commandId = `operator-command-${this.#count}`;
    const occurredAt = new Date(this.world.loop.now).toISOString();
    return { commandId, actor: { id: by, role: 'operator' as const }, occurredAt, reason: 'the broker said' };
  }

  get #store() {
    return this.world.log.seenBy(this.#node);
  }

  get #pausing() {
    const { loop } = this.world;
    return { pause: loop.pauseOf(this.#node), random: () => loop.chance.next() };
  }

  async #act(jobId: string, userId: string): Promise<void> {
    const [kind = '', id = ''] = jobId.split('.');
    const account = this.world.log.accounts.get(userId) ?? initialState;
    if (kind === 'explain-transfer') return this.#sendBack(id);
    const transfer = account.transfers.get(id);
    if (kind === 'find-transfer' && transfer) return this.#findGone(userId, transfer);
    // What became of it is known: the workers end its job.
    if (transfer && !isUnfinished(account, jobId)) return;
    const isInDoubt = kind === 'submit-transfer' && transfer?.submitting === true;
    if (isInDoubt && !this.world.loop.chance.happens(0.2)) return this.#resolve(userId, transfer);
    if (this.world.loop.chance.happens(0.15) && !this.#isOpened(kind, userId)) return this.#drop(jobId);
    await tellJob(this.#store, jobId, { type: 'RetryJob' }, this.#context('ops-1'), this.#pausing);
    this.world.reached('an operator had a job tried again');
  }

  /** Whether the application resulted in an account, so that it must not be dropped. */
  #isOpened(kind: string, userId: string): boolean {
    const email = emailOf(userId);
    return (
      kind === 'submit-application' &&
      [...this.world.broker.accounts.values()].some((account) => account.email === email)
    );
  }

  async #drop(jobId: string): Promise<void> {
    if ((await obstacleOf(this.#store, jobId)) !== undefined) return;
    const isDone = await tellJob(
      this.#store,
      jobId,
      { type: 'DropJob' },
      this.#context('ops-1'),
      this.#pausing,
    );
    if (isDone) this.world.reached('an operator dropped a job');
  }

  /** Cancels or returns a transfer at the broker that no one requested here. */
  #sendBack(rowId: string): void {
    for (const account of this.world.broker.accounts.values()) {
      const row = account.rows.find(({ id }) => id === rowId);
      if (!row || row.tag !== undefined) continue;
      this.world.reached('a stranger was sent back');
      this.world.broker.setTransfer(account, row, row.status === 'COMPLETE' ? 'RETURNED' : 'CANCELED');
    }
  }

  #isShown({ visibleAt, isGone }: Row): boolean {
    return !isGone && visibleAt <= this.world.loop.now;
  }

  async #findGone(userId: string, { id: transferId, attempts: attempt }: Transfer): Promise<void> {
    const [row] = this.watch.rowsOf(transferId);
    if (row?.isGone) await this.#decide(userId, { kind: 'voided', transferId, attempt }, '');
  }

  /** Asks the broker, which either has the transfer, or has nothing and is about to do nothing. */
  async #resolve(userId: string, transfer: Transfer): Promise<void> {
    const { id: transferId, attempts: attempt } = transfer;
    const [row] = this.watch.rowsOf(transferId);
    if (row && !row.isGone) {
      if (!this.#isShown(row) || !mayBeAtBroker(transfer)) return;
      const decision = { kind: 'adopt', transferId, attempt, brokerTransferId: row.id } as const;
      return this.#decide(userId, decision, row.status);
    }
    if ((this.world.wire.underWay.get(transferId) ?? 0) > 0) return;
    await this.#decide(userId, { kind: 'not made', transferId, attempt }, '');
  }

  async #decide(userId: string, decision: TransferDecision, status: string): Promise<void> {
    const isAlone = this.world.loop.chance.happens(0.2);
    for (const by of ['ops-1', isAlone ? 'ops-1' : 'ops-2']) {
      const decide = (again: boolean) =>
        decideByOperator(this.#store, userId, { decision, status, again }, this.#context(by), this.#pausing);
      const made = await decide(false);
      if (!isRefusal(made)) continue;
      if (made.refused === 'SecondOperatorNeeded') this.world.reached('one operator alone was refused');
      if (made.refused === 'ProposalExpired') await decide(true);
    }
  }

  /** The broker drops a transfer that moved no money. */
  voidOne(): void {
    const rows = [...this.world.broker.accounts.values()].flatMap((account) => account.rows);
    const row = rows.find((one) => one.tag !== undefined && !isOver(one) && !isVoid(one));
    if (!row) return;
    row.status = 'CANCELED';
    row.isGone = true;
    this.world.reached('the broker dropped a transfer');
  }
}
