import {
  type Account,
  type BrokerState,
  brokersWords,
  isActive,
  isOver,
  type Link,
  type Row,
} from './broker-state.js';
import type { SimContext } from './context.js';

/** A response of the broker: a status, and a body that is sent as JSON unless it is a string. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface Request {
  readonly method: string;
  readonly url: URL;
  readonly body: unknown;
  /** The local transfer the call is for. */
  readonly tag: string | undefined;
  /** Called with the readable rows of each list, for the process that asked. */
  readonly onListed: (rows: readonly Row[]) => void;
}

const ok = (body: unknown): Answer => ({ status: 200, body });
const no = (status: number, message: string, code = status * 100_000): Answer => ({
  status,
  body: { code, message: `${message} (${brokersWords})` },
});

const iso = (time: number): string => new Date(time).toISOString();
const dollars = (cents: number): string => (cents / 100).toFixed(2);

const accountBody = ({ id, status, createdAt, email }: Account) => ({
  ...{ id, status, created_at: iso(createdAt), account_number: null, kyc_results: null },
  contact: { email_address: email },
});

const linkBody = ({ id: accountId }: Account, { id, status, createdAt, number, routing }: Link) => ({
  ...{ id, account_id: accountId, status, created_at: iso(createdAt) },
  ...{ bank_account_number: number, bank_routing_number: routing },
});

const rowBody = ({ id: accountId }: Account, row: Row, now: number) => {
  const isBehind = row.before !== undefined && row.before.until > now;
  const isBack = row.status === 'REJECTED' || row.status === 'RETURNED';
  return {
    ...{ id: row.id, account_id: accountId, relationship_id: row.relationshipId },
    ...{ type: 'ach', direction: row.direction, amount: dollars(row.cents) },
    status: isBehind ? row.before?.status : row.status,
    reason: isBack ? `R01 of ${brokersWords}` : null,
    ...{ created_at: iso(row.createdAt), updated_at: null },
    hold_until: row.holdUntil === undefined ? null : iso(row.holdUntil),
  };
};

/** Request bodies, as far as they are read. */
interface Bodies {
  readonly contact: { readonly email_address: string };
  readonly bank_account_number: string;
  readonly bank_routing_number: string;
  readonly direction: Row['direction'];
  readonly amount: string;
  readonly relationship_id: string;
}

/** Answers calls that have reached the broker. */
export class BrokerAnswers {
  constructor(
    private readonly world: Pick<SimContext, 'loop' | 'faults' | 'plan' | 'reached'>,
    private readonly state: BrokerState,
  ) {}

  answer(request: Request): Answer {
    const { method, url } = request;
    const [, , area = '', ...path] = url.pathname.split('/');
    const body = request.body as Bodies;
    if (area === 'clock') return ok(this.#clock());
    if (area === 'trading') return this.#with(path[1], (account) => ok(this.#trading(account)));
    const [id, part, partId] = path;
    if (id === undefined) return method === 'POST' ? this.#open(body) : this.#search(url);
    return this.#with(id, (account) => {
      if (part === undefined) return ok(accountBody(account));
      if (part === 'ach_relationships') return this.#links(method, account, partId, body);
      if (method === 'POST') return this.#transfer(account, body, request.tag);
      return method === 'DELETE' ? this.#cancel(account, partId) : ok(this.#list(account, url, request));
    });
  }

  #with(id: string | undefined, act: (account: Account) => Answer): Answer {
    const account = this.state.accounts.get(id ?? '');
    return account ? act(account) : no(401, 'request is not authorized');
  }

  #clock() {
    const timestamp = iso(this.state.clock);
    return { timestamp, is_open: true, next_open: timestamp, next_close: timestamp };
  }

  #trading({ id, status, cents }: Account) {
    return { id, status, currency: 'USD', cash: dollars(cents), buying_power: dollars(cents) };
  }

  #open({ contact: { email_address: email } }: Bodies): Answer {
    if ([...this.state.accounts.values()].some((account) => account.email === email))
      return no(409, 'an account with this email address exists');
    return ok(accountBody(this.state.openAccount(email)));
  }

  #search(url: URL): Answer {
    const wanted = url.searchParams.get('query');
    const found = [...this.state.accounts.values()].filter(({ email }) => email === wanted);
    const shown = found.filter(({ visibleAt }) => visibleAt <= this.world.loop.now);
    if (shown.length < found.length) this.world.reached('the search did not show an account that is there');
    return ok(shown.map(accountBody));
  }

  #links(method: string, account: Account, id: string | undefined, body: Bodies): Answer {
    const { links } = account;
    if (method === 'GET')
      return ok(
        links
          .filter(({ visibleAt }) => visibleAt <= this.world.loop.now)
          .map((link) => linkBody(account, link)),
      );
    if (method === 'DELETE') {
      const link = links.find((one) => one.id === id);
      if (!link) return no(404, 'relationship not found');
      this.state.endLink(account, link);
      return { status: 204, body: undefined };
    }
    if (links.some(isActive)) return no(409, 'an active relationship exists', 40910000);
    const made = this.state.openLink(account, body.bank_account_number, body.bank_routing_number);
    return ok(linkBody(account, made));
  }

  /** A row in a changed format. Some of these can be read, some cannot. */
  #garbled(body: ReturnType<typeof rowBody>): { body: unknown; isReadable: boolean } {
    const { chance } = this.world.loop;
    const readable = [{ type: 'ACH' }, { type: null }, { relationship_id: null }, { limit: 'none' }];
    const broken = [{ amount: null }, { status: null }, { created_at: 'yesterday' }, { id: null }];
    const isReadable = chance.happens(0.5);
    this.world.reached(isReadable ? 'a row had another shape' : 'a row could not be read');
    return { body: { ...body, ...chance.one<object>(isReadable ? readable : broken) }, isReadable };
  }

  #list(account: Account, url: URL, { onListed }: Request): unknown[] {
    const offset = Number(url.searchParams.get('offset') ?? 0);
    const shown = account.rows.filter(({ visibleAt, isGone }) => !isGone && visibleAt <= this.world.loop.now);
    if (shown.length < account.rows.length) this.world.reached('the list was behind');
    const readable: Row[] = [];
    const bodies = shown.slice(offset).map((row) => {
      const body = rowBody(account, row, this.world.loop.now);
      const written = this.world.faults.happens('row') ? this.#garbled(body) : { body, isReadable: true };
      if (written.isReadable) readable.push(row);
      return written.body;
    });
    onListed(readable);
    return bodies;
  }

  #transfer(account: Account, body: Bodies, tag: string | undefined): Answer {
    const { direction, relationship_id: relationshipId } = body;
    const cents = Math.round(Number(body.amount) * 100);
    const link = account.links.find(({ id }) => id === relationshipId);
    if (link?.status !== 'APPROVED') return no(422, 'relationship is not approved');
    if (this.state.countToday(account, direction) >= this.world.plan.perDay) {
      this.world.reached('the broker refused a second transfer of a day');
      return no(422, `only ${this.world.plan.perDay} transfer per trading day is allowed`);
    }
    if (direction === 'OUTGOING' && this.state.freeCents(account) < cents)
      return no(403, 'insufficient withdrawable cash');
    const row = this.state.makeTransfer(account, { direction, cents, relationshipId, tag });
    return ok(rowBody(account, row, this.world.loop.now));
  }

  #cancel(account: Account, id: string | undefined): Answer {
    const row = account.rows.find((one) => one.id === id);
    if (!row) return no(404, 'transfer not found');
    if (isOver(row) || row.status === 'SENT_TO_CLEARING' || row.status === 'APPROVED')
      return no(422, 'transfer cannot be canceled');
    this.state.setTransfer(account, row, 'CANCELED');
    return { status: 204, body: undefined };
  }
}
