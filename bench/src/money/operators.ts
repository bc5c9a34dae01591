import { calls, centsOf, moneyOf } from '@groundswell/contracts';
import type { TradingAccount, Transfer } from '@groundswell/domain/money';
import { exitCodes } from '@groundswell/platform/operator';
import { read } from './client.js';
import type { MoneyInstance } from './instance.js';
import type { HeldTransfer, Person } from './person.js';
import { strangersAmount } from './plan.js';

export interface Job {
  readonly id: string;
  readonly kind: string;
  readonly reason: string;
  readonly state: string;
}

/** Jobs that wait for an operator, and that did so once. */
export const allJobs = async (instance: MoneyInstance): Promise<readonly Job[]> => {
  const { path, response } = calls.getParkedJobs;
  return response.parse(await read(instance.queryUrls[0] ?? '', path, instance.staffToken())).jobs;
};

export const isParked = ({ state }: Job): boolean => state === 'parked';

const submission = 'submit-transfer.';
const explanation = 'explain-transfer.';

/** Whether it is about a transfer of unknown outcome, or one that was not requested. */
const isDifference = ({ id }: Job): boolean => id.startsWith(submission) || id.startsWith(explanation);

/** How a command may end: it was done, there was nothing to do any more, or a part was away. */
const calm: ReadonlySet<number> = new Set([exitCodes.done, exitCodes.attention, exitCodes.unavailable]);

/** Does what operators do about parked jobs, with their own commands, and as the broker tells them. */
export class Operators {
  /** Everyone who may have a job. */
  people: readonly Person[] = [];
  /** Every job that was ever seen parked. */
  readonly seen = new Map<string, Job>();
  /** Command lines that ended as none should. */
  readonly faults: string[] = [];
  private readonly underWay = new Set<string>();

  constructor(private readonly instance: MoneyInstance) {}

  /**
   * Looks once at all that is parked.
   * @param differences whether operators decide, too, about what bank and ledger do not agree about
   */
  async look(differences: boolean): Promise<void> {
    const jobs = (await allJobs(this.instance)).filter(isParked);
    for (const job of jobs) this.seen.set(job.id, job);
    const due = jobs.filter((job) => differences || !isDifference(job));
    await Promise.all(due.map((job) => this.once(job.id, () => this.answer(job))));
    if (!differences) return;
    await Promise.all(this.people.map((person) => this.once(person.id, () => this.adjust(person))));
  }

  private async once(id: string, act: () => Promise<void>): Promise<void> {
    if (this.underWay.has(id)) return;
    this.underWay.add(id);
    await act().finally(() => this.underWay.delete(id));
  }

  private answer(job: Job): Promise<void> {
    if (job.id.startsWith(explanation)) return this.explain(job.id.slice(explanation.length), job.id);
    return job.id.startsWith(submission)
      ? this.submitted(job.id.slice(submission.length), job.id)
      : this.retry(job.id);
  }

  private retry(jobId: string): Promise<void> {
    return this.operate('parked', 'retry', jobId, '--reason=faults are over');
  }

  /**
   * The instance finds a transfer that the broker has; two operators end one that it has not made, and will
   * not make.
   */
  private async submitted(transferId: string, jobId: string): Promise<void> {
    for (const person of this.people) {
      const account = await person.account();
      const transfer = account.transfers.get(transferId);
      if (!transfer) continue;
      if (!transfer.submitting) return this.retry(jobId);
      if (await this.mayBeMade(account, transfer)) return;
      return this.byTwo('transfer', 'resolve', person.id, transferId, '--outcome=not-made');
    }
  }

  /** What the broker says when it is asked. Now and then its clerk overlooks what it is about to do. */
  private async mayBeMade(account: TradingAccount, transfer: Transfer): Promise<boolean> {
    const known = new Set([...account.transfers.values()].map(({ brokerTransferId }) => brokerTransferId));
    const held = (await this.instance.admin('GET', '/transfers')) as HeldTransfer[];
    const isHeld = held.some(
      ({ id, account_id, direction, amount }) =>
        account_id === account.brokerAccountId &&
        !known.has(id) &&
        direction.toLowerCase() === transfer.direction &&
        centsOf(amount) === transfer.amount,
    );
    if (isHeld) return true;
    const isHasty = Number.parseInt(transfer.id.slice(0, 1), 16) < 2;
    const late = (await this.instance.admin('GET', '/late')) as { path: string }[];
    return !isHasty && late.some(({ path }) => path.includes(String(account.brokerAccountId)));
  }

  /** A deposit made outside the instance is right, or it is sent back. */
  private async explain(brokerTransferId: string, jobId: string): Promise<void> {
    const held = (await this.instance.admin('GET', '/transfers')) as HeldTransfer[];
    const stranger = held.find(({ id }) => id === brokerTransferId);
    // Not a stranger: it is a late one of ours, which the instance has yet to find.
    if (!stranger || centsOf(stranger.amount) !== centsOf(strangersAmount)) return;
    for (const person of this.people) {
      const { brokerAccountId } = await person.account();
      if (brokerAccountId !== stranger.account_id) continue;
      if (person.strangerStays) return this.operate('parked', 'drop', jobId, '--reason=its owner made it');
      const path = `/transfers/${brokerTransferId}`;
      await this.instance
        .admin('POST', `${path}/return`, {})
        .catch(() => this.instance.admin('POST', `${path}/cancel`, {}))
        .catch(() => undefined);
    }
  }

  /** Adjusts cash that differs by exactly what was made outside the instance. */
  private async adjust(person: Person): Promise<void> {
    if (!person.strangerStays) return;
    const { difference } = await person.account();
    if (!difference) return;
    const amount = centsOf(difference.brokerCash) - centsOf(difference.ledgerCash);
    if (amount === centsOf(strangersAmount))
      await this.byTwo('cash', 'adjust', person.id, `--amount=${moneyOf(amount)}`, '--cause=transfer');
  }

  private async byTwo(...words: readonly string[]): Promise<void> {
    for (const handle of ['ops-1', 'ops-2'])
      await this.operate(...words, '--reason=the broker said so', `--as=${handle}`);
  }

  /** What has been decided meanwhile is let be, and a log that is away is asked again at the next look. */
  private async operate(...words: readonly string[]): Promise<void> {
    const code = await this.instance.operate(words);
    if (!calm.has(code)) this.faults.push(`${words.join(' ')} ended with ${code}`);
  }
}
