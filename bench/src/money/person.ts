import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Call, calls, streamOf, type TradingAccountEvent } from '@groundswell/contracts';
import { evolve, initialState, type TradingAccount } from '@groundswell/domain/money';
import { type LoadedWhole, load } from '@groundswell/platform/event-store';
import { type Settled, sendOnce, sendUntilSettled } from './client.js';
import type { MoneyInstance } from './instance.js';
import { authorization } from './instance-broker.js';
import { type Move, openingDeposit, type PersonPlan, strangersAmount, type Way } from './plan.js';
import { armingOf, brokersWords, type FaultKind, type PlannedFault } from './plan-faults.js';
import { until } from './until.js';

/** A transfer that the instance has taken. */
export interface Taken {
  readonly id: string;
  readonly direction: 'incoming' | 'outgoing';
  readonly amount: string;
}

/** A transfer as the sandbox shows it to its keeper. */
export interface HeldTransfer {
  readonly id: string;
  readonly account_id: string;
  readonly status: string;
  readonly amount: string;
  readonly direction: string;
}

export const readAccount = (
  instance: MoneyInstance,
  userId: string,
): Promise<LoadedWhole<TradingAccount, TradingAccountEvent>> =>
  load<TradingAccount, TradingAccountEvent>(instance.eventStore, streamOf('tradingAccount', userId), {
    initialState,
    evolve,
  });

/** A new person, with the instance's answers to them. */
export class Person {
  id = '';
  private readonly email = `${randomUUID()}@example.com`;
  readonly taken: Taken[] = [];
  /** Transfers that were asked for just after a fault was set up. */
  readonly begunUnder: { readonly kind: FaultKind; readonly transferId: string }[] = [];
  /** A deposit was made outside this instance: it is right, and stays. */
  strangerStays = false;
  /** Answers that broke a promise, in words. */
  readonly broken: string[] = [];
  /** Their opening deposit was sent back: withdrawals may be refused. */
  wasReturned = false;
  token = '';
  newToken = (): string => '';
  private link = '';
  private openingId = '';

  constructor(
    private readonly instance: MoneyInstance,
    readonly plan: PersonPlan,
    /** Told when a step is begun. */
    private readonly begin: () => void,
    /** Some calls of the run are refused for anyone; a transfer of this person may be among them. */
    readonly mayBeRefused = false,
  ) {}

  async open(): Promise<void> {
    // A store that is given may be away at this moment.
    await until(this.instance.patience, async () => {
      ({ id: this.id, newToken: this.newToken } = await this.instance.register(this.email));
      return undefined;
    });
    this.token = this.newToken();
    const { opening } = this.plan;
    for (const [index, fault] of opening.entries()) {
      await this.arm(
        fault,
        index % 2 ? '/v1/accounts/' : '/v1/accounts',
        '/v1/events/accounts/status',
        undefined,
      );
    }
    this.begin();
    await this.must(calls.createAlpacaAccount, {
      first_name: 'Ada',
      last_name: 'Byron',
      email: this.email,
      phone: '+15556667788',
      street_address: '20 N San Mateo Dr',
      city: 'San Mateo',
      state: 'CA',
      zip_code: '94401',
      dob: '1990-01-01',
      ssn: this.plan.ssn,
      employment_status: 'employed',
      funding_source: 'employment_income',
      disclosure_agreements: [],
      agreement: 'agree',
    });
    await this.until(({ application, brokerStatus }) =>
      brokerStatus === 'ACTIVE'
        ? undefined
        : `the account is not active: application ${application?.stage}, broker ${brokerStatus}`,
    );
    this.begin();
    const linked = await this.must(calls.createAchMethod, {
      account_owner_name: 'Ada Byron',
      bank_account_number: this.plan.accountNumber,
      bank_routing_number: '121000358',
      bank_account_type: 'checking',
    });
    this.link = String(linked.body.id);
    await this.until(({ bankLinks }) =>
      bankLinks.get(this.link)?.brokerStatus === 'APPROVED' ? undefined : 'the bank is not linked',
    );
    await this.deposit();
  }

  /** Brings the first money, once more when operators have found that the broker made nothing. */
  private async deposit(): Promise<void> {
    for (;;) {
      await this.send('incoming', openingDeposit, 'once', 0);
      this.openingId = this.taken.at(-1)?.id ?? '';
      const isOver = new Set(['available', 'refused']);
      await this.until(({ transfers }) =>
        isOver.has(transfers.get(this.openingId)?.status ?? '')
          ? undefined
          : 'the first deposit is not there',
      );
      if ((await this.account()).transfers.get(this.openingId)?.status === 'available') return;
    }
  }

  async move(): Promise<void> {
    const { brokerAccountId } = (await this.account()) ?? {};
    for (const { what, pause: rest, faults } of this.plan.steps) {
      await pause(rest);
      for (const fault of faults)
        await this.arm(
          fault,
          `/v1/accounts/${brokerAccountId}/transfers`,
          '/v2/events/funding/status',
          brokerAccountId,
        );
      this.begin();
      const before = this.taken.length;
      if (what.is === 'return') await this.sendBack();
      else if (what.is === 'stranger') await this.depositElsewhere(what.stays);
      else await this.ask(what);
      for (const { kind } of faults)
        for (const { id } of this.taken.slice(before)) this.begunUnder.push({ kind, transferId: id });
    }
  }

  async account(): Promise<TradingAccount> {
    let state: TradingAccount | undefined;
    await until(this.instance.patience, async () => {
      state = (await readAccount(this.instance, this.id)).state;
      return undefined;
    });
    return state ?? initialState;
  }

  private until(obstacle: (account: TradingAccount) => string | undefined): Promise<void> {
    return until(this.instance.patience, async () =>
      obstacle((await readAccount(this.instance, this.id)).state),
    );
  }

  private arm(
    fault: PlannedFault,
    calls: string,
    events: string,
    brokerAccountId: string | undefined,
  ): Promise<unknown> {
    return this.instance.admin('POST', '/faults', armingOf(fault, { calls, events, brokerAccountId }));
  }

  private request(call: Call, body: object, key: string = randomUUID()) {
    return { urls: this.instance.commandUrls, call, token: this.token, key, body };
  }

  private async must(call: Call, body: object): Promise<Settled> {
    const settled = await sendUntilSettled(this.request(call, body));
    if (settled.status !== 200)
      throw new Error(`${call.path} was refused: ${settled.status} ${settled.body.code}`);
    return settled;
  }

  private async ask({ direction, amount, way, patience: wait, forged }: Move): Promise<void> {
    const key = await this.send(direction, amount, way, wait);
    if (!forged || !key) return;
    const other = await sendUntilSettled(
      this.request(calls.createAchTransfer, this.bodyOf(direction, '3.33'), key),
    );
    if (other.status !== 422 || other.body.code !== 'IdempotencyKeyReused')
      this.broken.push(
        `another amount under the same key was answered with ${other.status} ${other.body.code}`,
      );
  }

  /** What they send to move money. */
  bodyOf(direction: string, amount: string): object {
    return { amount, direction, ach_relationship_id: this.link };
  }

  /** @returns the key of what was taken; undefined when it was refused */
  private async send(
    direction: Move['direction'],
    amount: string,
    way: Way,
    wait: number,
  ): Promise<string | undefined> {
    const request = this.request(calls.createAchTransfer, this.bodyOf(direction, amount));
    const early = way === 'lost' ? await sendOnce(request, { patience: Math.max(1, wait) }) : undefined;
    const answers = await Promise.all(
      Array.from({ length: way === 'double' ? 2 : 1 }, (_, index) => sendUntilSettled(request, index)),
    );
    if (early) answers.push(early);
    if (way === 'again') {
      await pause(wait);
      answers.push(await sendUntilSettled(request, 1));
    }
    const said = new Set(answers.map(({ status, body }) => `${status} ${body.id ?? body.code}`));
    const taken = answers.find(({ status }) => status === 200);
    // A refusal may pass: money comes in between a refused attempt and the next. What was taken stays so.
    if (taken) {
      const ids = new Set(answers.flatMap(({ status, body }) => (status === 200 ? [body.id] : [])));
      if (ids.size > 1) this.broken.push(`one key was given several transfers: ${[...said].join(', ')}`);
      this.taken.push({ id: String(taken.body.id), direction, amount });
      return request.key;
    }
    const allowed = this.wasReturned && direction === 'outgoing' && said.has('422 CashInsufficient');
    if (!allowed || said.size > 1) this.broken.push(`a transfer was refused: ${[...said].join(', ')}`);
    return undefined;
  }

  /** The bank sends the opening deposit back. */
  private async sendBack(): Promise<void> {
    this.wasReturned = true;
    const opening = (await this.account()).transfers.get(this.openingId)?.brokerTransferId;
    await this.instance.admin('POST', `/transfers/${opening}/return`, { reason: `R01 ${brokersWords}` });
  }

  /** A deposit of theirs that Groundswell didn’t request. What the broker's bad day makes of it, the broker knows. */
  private async depositElsewhere(stays: boolean): Promise<void> {
    this.strangerStays = stays;
    const { brokerAccountId, bankLinks } = await this.account();
    await fetch(`${this.instance.brokerUrl}/v1/accounts/${brokerAccountId}/transfers`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        transfer_type: 'ach',
        relationship_id: bankLinks.get(this.link)?.relationshipId,
        direction: 'INCOMING',
        amount: strangersAmount,
      }),
      signal: AbortSignal.timeout(1_000),
    }).catch(() => undefined);
  }
}
