import { type OwnChange, positionOf } from '@groundswell/contracts';
import { accessTokenLifetime, type CurrentUser, type IdentityWatch } from '@groundswell/platform/identity';
import type { ReadStore } from '@groundswell/platform/read-store';
import { type OwnPositions, tradingAccount } from '@groundswell/projections';
import { filter, interval, map, Observable, type Subscription, takeUntil, timer } from 'rxjs';
import { advancesOf } from '../shared/advances.js';
import { changedMessage, type Message, positionMessage } from '../shared/event-streams.js';

interface Listener {
  readonly user: CurrentUser;
  readonly hear: (positions: OwnPositions) => void;
  readonly end: () => void;
}

/** Milliseconds before a failed query is retried. */
const patience = 1_000;
/** Milliseconds between two checks for ended sessions, one query for all listeners. */
const checking = 2_000;

const personOf = /^tradingAccount-(.+)$/;

/** Changes after a position, oldest first. */
const changesSince = (positions: OwnPositions, position: bigint): OwnChange[] =>
  (Object.entries(positions) as [OwnChange['about'], bigint][])
    .filter(([, at]) => at > position)
    .sort(([, a], [, b]) => (a < b ? -1 : Number(a > b)))
    .map(([about, at]) => ({ about, position: at.toString() }));

const highestOf = (positions: OwnPositions): bigint =>
  Object.values(positions).reduce((highest, at) => (at > highest ? at : highest), 0n);

/** Several changes as one message: a reader that loses the connection has seen all of them or none. */
const messageOf = (changes: readonly OwnChange[]): Message =>
  changes
    .map((change, index) =>
      changedMessage(change, index === changes.length - 1 ? change.position : undefined),
    )
    .join('');

/**
 * Changes of people's own accounts, for any number of people. A notice of the read model names the streams
 * that changed; for those with a listener, one query finds out what changed. No one is queried separately,
 * and no one receives what was not looked up under their own id.
 */
export class OwnChanges {
  readonly #listening = new Map<string, Set<Listener>>();
  readonly #unasked = new Set<string>();
  #asking = false;
  #attention: Subscription | undefined;

  constructor(
    private readonly store: ReadStore,
    private readonly endedAmong: IdentityWatch['endedAmong'],
  ) {}

  /**
   * Messages for one reader: their position, what changed since `lastEventId`, then each change as it happens. Ends
   * with the session, or after the lifetime of an access token: to continue, the reader presents a new token.
   */
  messages(user: CurrentUser, lastEventId: string | undefined): Observable<Message> {
    let position = positionOf(lastEventId ?? '');
    let greeted = false;
    return this.#positions(user).pipe(
      map((found) => {
        position ??= highestOf(found);
        // Of a log that came further: the tables are others now.
        if (position > highestOf(found)) position = 0n;
        const changes = changesSince(found, position);
        const greeting = greeted ? '' : positionMessage(position.toString());
        greeted = true;
        position = BigInt(changes.at(-1)?.position ?? position);
        return greeting + messageOf(changes);
      }),
      filter((message) => message !== ''),
      takeUntil(timer(accessTokenLifetime * 1_000)),
    );
  }

  #positions(user: CurrentUser): Observable<OwnPositions> {
    return new Observable((reader) =>
      this.#listen({
        user,
        hear: (positions) => reader.next(positions),
        end: () => reader.complete(),
      }),
    );
  }

  #listen(listener: Listener): () => void {
    const { id } = listener.user;
    const others = this.#listening.get(id);
    if (others) others.add(listener);
    else this.#listening.set(id, new Set([listener]));
    this.#attention ??= this.#attend();
    this.#ask([id]);
    return () => {
      const listeners = this.#listening.get(id);
      listeners?.delete(listener);
      if (listeners?.size === 0) this.#listening.delete(id);
      if (this.#listening.size > 0) return;
      this.#attention?.unsubscribe();
      this.#attention = undefined;
    };
  }

  #attend(): Subscription {
    const attention = advancesOf(this.store, [tradingAccount]).subscribe(({ streams }) =>
      this.#ask(streams?.flatMap((stream) => personOf.exec(stream)?.[1] ?? []) ?? this.#listening.keys()),
    );
    attention.add(interval(patience).subscribe(() => this.#ask([])));
    attention.add(interval(checking).subscribe(() => void this.#endEnded()));
    return attention;
  }

  #ask(userIds: Iterable<string>): void {
    for (const id of userIds) if (this.#listening.has(id)) this.#unasked.add(id);
    if (!this.#asking) void this.#askAll();
  }

  async #askAll(): Promise<void> {
    this.#asking = true;
    while (this.#unasked.size > 0) {
      const asked = [...this.#unasked];
      this.#unasked.clear();
      try {
        const { value } = await this.store.read([tradingAccount], (sql) =>
          tradingAccount.queries.positionsOf(sql, asked),
        );
        for (const id of asked) this.#tell(id, value.get(id) ?? nothingYet);
      } catch {
        // The database is down, or the tables are not built yet.
        for (const id of asked) this.#unasked.add(id);
        break;
      }
    }
    this.#asking = false;
  }

  #tell(userId: string, positions: OwnPositions): void {
    for (const { hear } of this.#listening.get(userId) ?? []) hear(positions);
  }

  async #endEnded(): Promise<void> {
    const listeners = [...this.#listening.values()].flatMap((all) => [...all]);
    const sessionIds = [...new Set(listeners.map(({ user }) => user.sessionId))];
    // While the database is down, nothing is sent either.
    const ended = await this.endedAmong(sessionIds).catch(() => new Set<string>());
    for (const { user, end } of listeners) if (ended.has(user.sessionId)) end();
  }
}

const nothingYet: OwnPositions = { account: 0n, bank_links: 0n, transfers: 0n, cash: 0n };
