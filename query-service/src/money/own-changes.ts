import type { OwnChange } from '@groundswell/contracts';
import { accessTokenLifetime } from '@groundswell/platform/identity';
import type { Advance, ReadStore } from '@groundswell/platform/read-store';
import { type OwnPositions, tradingAccount } from '@groundswell/projections';
import { filter, interval, map, Observable, type Subscription, takeUntil, timer } from 'rxjs';
import { changedMessage, type Message, standingMessage } from '../shared/event-streams.js';

type Hear = (positions: OwnPositions) => void;

/** Milliseconds between two looks whether anything was missed; no query is made when nothing was. */
const looking = 1_000;

const personOf = /^tradingAccount-(.+)$/;

/** The changes after a position, oldest first. */
const changesSince = (positions: OwnPositions, position: bigint): OwnChange[] =>
  (Object.entries(positions) as [OwnChange['about'], bigint][])
    .filter(([, at]) => at > position)
    .sort(([, a], [, b]) => (a < b ? -1 : Number(a > b)))
    .map(([about, at]) => ({ about, position: at.toString() }));

const highestOf = (positions: OwnPositions): bigint =>
  Object.values(positions).reduce((highest, at) => (at > highest ? at : highest), 0n);

const parsePosition = (text: string | undefined): bigint | undefined =>
  text !== undefined && /^\d{1,19}$/.test(text) ? BigInt(text) : undefined;

/** Several changes as one piece: a reader who loses the connection has seen all of them, or none. */
const messageOf = (changes: readonly OwnChange[]): Message =>
  changes
    .map((change, index) =>
      changedMessage(change, index === changes.length - 1 ? change.position : undefined),
    )
    .join('');

/**
 * What changes of each person's own account, for any number of people. An advance of the read model names the streams
 * that changed it; for those of them that somebody listens to, one query asks what it was. Nobody is asked for alone,
 * and nobody is told what was not looked up under their own id.
 */
export class OwnChanges {
  readonly #listening = new Map<string, Set<Hear>>();
  readonly #unasked = new Set<string>();
  #asking = false;
  /** Position up to which all changes were heard of. */
  #heard = 0n;
  #attention: Subscription | undefined;

  constructor(private readonly store: ReadStore) {}

  /**
   * What one person's reader gets: where they stand, what changed since `lastEventId`, then each change as it happens.
   * Ends when the token that opened it would have: whoever reads on shows a new one.
   */
  messages(userId: string, lastEventId: string | undefined): Observable<Message> {
    let position = parsePosition(lastEventId);
    let greeted = false;
    return new Observable<OwnPositions>((reader) => this.#listen(userId, (found) => reader.next(found))).pipe(
      map((found) => {
        position ??= highestOf(found);
        const changes = changesSince(found, position);
        const greeting = greeted ? '' : standingMessage(position.toString());
        greeted = true;
        position = BigInt(changes.at(-1)?.position ?? position);
        return greeting + messageOf(changes);
      }),
      filter((message) => message !== ''),
      takeUntil(timer(accessTokenLifetime * 1_000)),
    );
  }

  #listen(userId: string, hear: Hear): () => void {
    const others = this.#listening.get(userId);
    if (others) others.add(hear);
    else this.#listening.set(userId, new Set([hear]));
    this.#attention ??= this.#attend();
    this.#ask([userId]);
    return () => {
      const hearing = this.#listening.get(userId);
      hearing?.delete(hear);
      if (hearing?.size === 0) this.#listening.delete(userId);
      if (this.#listening.size > 0) return;
      this.#attention?.unsubscribe();
      this.#attention = undefined;
    };
  }

  #attend(): Subscription {
    this.#heard = this.store.heard(tradingAccount)?.changed ?? 0n;
    const looks = interval(looking).subscribe(() => this.#look());
    looks.add(this.store.onAdvance((advance) => this.#onAdvance(advance)));
    return looks;
  }

  #onAdvance({ readModel, changed, position, streams }: Advance): void {
    if (readModel !== tradingAccount.name || !changed) return;
    const told = BigInt(position);
    if (told > this.#heard) this.#heard = told;
    this.#ask(streams?.flatMap((stream) => personOf.exec(stream)?.[1] ?? []) ?? this.#listening.keys());
  }

  /** A notification may be lost, and a query may fail. */
  #look(): void {
    const changed = this.store.heard(tradingAccount)?.changed ?? 0n;
    const missed = changed > this.#heard;
    if (missed) this.#heard = changed;
    this.#ask(missed ? this.#listening.keys() : []);
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
        // The database is away, or the tables are not built yet. The next look asks again.
        for (const id of asked) this.#unasked.add(id);
        break;
      }
    }
    this.#asking = false;
  }

  #tell(userId: string, positions: OwnPositions): void {
    for (const hear of this.#listening.get(userId) ?? []) hear(positions);
  }
}

const nothingYet: OwnPositions = { account: 0n, bank_links: 0n, transfers: 0n, cash: 0n };
