import type { RecordedEvent } from '@groundswell/platform/event-store';
import type { StateTables } from '../../../shared/process-state/follow-log.js';
import type { BrokerStream } from '../../broker-listener/cursors.js';
import { moneyTables } from '../../process-state/money-state.js';
import type { TurnTimes } from '../../reconciliation/turns.js';
import type { Trouble } from '../../steps/troubles.js';
import type { MoneyStore } from '../../store.js';
import type { SimContext } from './context.js';
import type { Node } from './loop.js';

type RowOf<Name extends keyof typeof moneyTables> = Exclude<
  ReturnType<(typeof moneyTables)[Name]['evolve']>,
  undefined
>;

interface Noted extends Trouble {
  readonly userId: string;
}

interface Compared {
  readonly at: Date;
  readonly position: bigint;
}

/** Sorts by time; entries without one come first. */
const byTime = (a: Compared | undefined, b: Compared | undefined): number =>
  (a?.at.getTime() ?? -1) - (b?.at.getTime() ?? -1);

/** The workers' tables. Each call is a transaction, done completely or not at all. */
export class SimTables {
  readonly #persons = new Map<string, RowOf<'persons'>>();
  readonly #entities = new Map<string, RowOf<'entities'> & { readonly position: bigint }>();
  readonly #jobs = new Map<string, RowOf<'jobs'>>();
  readonly #troubles = new Map<string, Noted>();
  readonly #heard = new Map<BrokerStream, string>();
  readonly #compared = new Map<string, Compared>();
  #position = 0n;

  constructor(private readonly world: Pick<SimContext, 'faults'>) {}

  #fold(event: RecordedEvent): void {
    const { persons, entities, jobs } = moneyTables;
    const person = persons.keyOf(event);
    if (person !== undefined) {
      const row = persons.evolve(this.#persons.get(person), event);
      if (row) this.#persons.set(person, row);
    }
    const entity = entities.keyOf(event);
    if (entity !== undefined) {
      const before = this.#entities.get(entity);
      const row = entities.evolve(before, event);
      if (row && row !== before) this.#entities.set(entity, { ...row, position: event.position.commit });
    }
    const job = jobs.keyOf(event);
    if (job !== undefined) {
      const row = jobs.evolve(this.#jobs.get(job), event);
      if (row) this.#jobs.set(job, row);
    }
  }

  /** The process state as seen by a process that folds the log into it. */
  stateOf(node: Node): StateTables {
    const nothing = async (): Promise<void> => undefined;
    return {
      mendStranded: nothing,
      mendDamaged: nothing,
      checkpoint: () =>
        this.#ask(node, 'checkpoint', () => ({
          after: this.#position === 0n ? undefined : { commit: this.#position, prepare: this.#position },
          mark: { log: undefined, seen: undefined },
        })),
      apply: ({ events, position }) =>
        this.#ask(node, 'apply', () => {
          for (const event of events) if (event.position.commit > this.#position) this.#fold(event);
          if (position.commit > this.#position) this.#position = position.commit;
        }),
      isMarked: async () => false,
    };
  }

  #ask<T>(node: Node, what: string, act: () => T): Promise<T> {
    const lost = (): Error => new Error('simulated: the connection was lost');
    return this.world.faults.ask(node, 'store', what, act, { before: lost, after: lost });
  }

  seenBy(node: Node): MoneyStore {
    const ask = <T>(what: string, act: () => T): Promise<T> => this.#ask(node, what, act);
    return {
      steps: () => ask('steps', () => this.#steps()),
      personOfAccount: (id) =>
        ask(
          'person of account',
          () => [...this.#persons.values()].find(({ broker_account_id: known }) => known === id)?.user_id,
        ),
      personOfJob: (jobId) => ask('person of job', () => this.#jobs.get(jobId)?.user_id),
      releasable: (now) =>
        ask('releasable', () =>
          [...this.#entities.values()].flatMap(({ id, user_id: userId, pending, held_until: until }) =>
            pending === 'hold' && until !== null && Date.parse(until) <= now.getTime()
              ? [{ userId, transferId: id }]
              : [],
          ),
        ),
      jobsOf: (userId) =>
        ask('jobs of', () =>
          [...this.#jobs.values()].flatMap(({ id, user_id: owner, state }) =>
            owner === userId && state !== 'finished' ? [{ id, state }] : [],
          ),
        ),
      jobsAmong: (ids) => ask('jobs among', () => ids.filter((id) => this.#jobs.has(id))),
      ...this.#troublesSeen(ask),
      readCursor: (stream) => ask('heard up to', () => this.#heard.get(stream) ?? '0'.repeat(26)),
      saveCursor: (stream, cursor) =>
        ask('note heard', () => {
          if ((this.#heard.get(stream) ?? '') < cursor) this.#heard.set(stream, cursor);
        }),
      peopleToReconcile: (times, most) => ask('to compare', () => this.#toCompare(times).slice(0, most)),
      noteReconciled: (userId, at, position = -1n) =>
        ask('note compared', () => {
          const before = this.#compared.get(userId)?.position ?? -1n;
          this.#compared.set(userId, { at, position: position > before ? position : before });
        }),
      forgetReconciled: () => ask('forget compared', () => this.#compared.clear()),
    };
  }

  #troublesSeen(
    ask: <T>(what: string, act: () => T) => Promise<T>,
  ): Pick<MoneyStore, 'troublesOf' | 'noteTrouble' | 'forgetTrouble' | 'hurry'> {
    const of = (userId: string): Noted[] =>
      [...this.#troubles.values()].filter((trouble) => trouble.userId === userId);
    return {
      troublesOf: (userId) =>
        ask('troubles of', () => new Map(of(userId).map((trouble) => [trouble.stepId, trouble]))),
      noteTrouble: (userId, trouble) =>
        ask('note trouble', () => void this.#troubles.set(trouble.stepId, { ...trouble, userId })),
      forgetTrouble: (stepId) => ask('forget trouble', () => void this.#troubles.delete(stepId)),
      hurry: (userId, now) =>
        ask('hurry', () => {
          const waiting = of(userId).filter(({ nextAt, parked }) => nextAt > now && !parked);
          for (const trouble of waiting) this.#troubles.set(trouble.stepId, { ...trouble, nextAt: now });
          return waiting.length > 0;
        }),
    };
  }

  #steps(): { userId: string; stepId: string }[] {
    const due = [...this.#entities.values()].flatMap(({ id, user_id: userId, pending }) => {
      if (pending === null || pending === 'watch' || pending === 'hold') return [];
      const stepId = `${pending}.${id}`;
      const state = this.#jobs.get(stepId)?.state;
      const isLetBe = state === 'parked' || (state === 'dropped' && pending === 'cancel-transfer');
      return isLetBe ? [] : [{ userId, stepId }];
    });
    const known = new Set(due.map(({ stepId }) => stepId));
    const retried = [...this.#jobs.values()].filter(({ id, state }) => state === 'retried' && !known.has(id));
    return [...due, ...retried.map(({ id, user_id: userId }) => ({ userId, stepId: id }))];
  }

  #isNews(userId: string): boolean {
    const { waiting, differing } = this.#persons.get(userId) ?? {};
    const position = this.#compared.get(userId)?.position ?? -1n;
    return (
      waiting === true ||
      differing === true ||
      [...this.#entities.values()].some(
        (entity) => entity.user_id === userId && (entity.pending !== null || entity.position > position),
      ) ||
      [...this.#jobs.values()].some(
        ({ user_id: owner, state }) => owner === userId && (state === 'parked' || state === 'retried'),
      )
    );
  }

  #toCompare({ now, startedAt, every, allEvery }: TurnTimes): string[] {
    const waitingSince = now.getTime() - every;
    const allSince = Math.max(now.getTime() - allEvery, startedAt.getTime() - 3_600_000);
    const people = [...this.#persons.values()].filter(({ broker_account_id: id }) => id !== null);
    return people
      .map(({ user_id: userId }) => userId)
      .sort((one, other) => byTime(this.#compared.get(one), this.#compared.get(other)))
      .filter((userId) => {
        const at = this.#compared.get(userId)?.at.getTime();
        if (at === undefined || at > now.getTime()) return true;
        return at <= (this.#isNews(userId) ? waitingSince : allSince);
      });
  }
}
