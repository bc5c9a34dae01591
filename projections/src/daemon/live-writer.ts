import { setTimeout } from 'node:timers/promises';
import { type Database, isConnectionLoss } from '@groundswell/platform/database';
import type { EventBatch, Position } from '@groundswell/platform/event-store';
import {
  applyTogether,
  openOwner,
  type ReadModel,
  schemaOf,
  type WritingOwner,
} from '@groundswell/platform/read-store';

/** A read model that this process keeps through the connection shared by its live read models. */
export interface LivePlace {
  /**
   * @param follows where the tables were left
   * @throws any error of this read model's batch, or a connection loss
   */
  apply(batch: EventBatch, follows: Position | undefined): Promise<void>;
  /** Resolves when the connection is lost, and the ownership with it. */
  readonly lost: Promise<Error>;
  /** Call once, after the last batch. */
  letGo(): Promise<void>;
}

/**
 * Milliseconds that one read model may keep the others waiting for a lock on its tables or checkpoint. After
 * that it waits alone.
 */
const lockTimeout = 1_000;

interface Waiting {
  readonly model: ReadModel;
  readonly batch: EventBatch;
  readonly follows: Position | undefined;
  readonly resolve: () => void;
  readonly reject: (fault: unknown) => void;
}

/**
 * Batches that arrive at about the same time share a transaction; one that fails does not hold up the others.
 */
class SharedConnection {
  #waiting: Waiting[] = [];
  /** Serializes all uses: a statement from outside would become part of the transaction. */
  #turn: Promise<unknown> = Promise.resolve();

  /** When the last transaction began. In milliseconds, of a clock that is never set. */
  #began = Number.NEGATIVE_INFINITY;

  constructor(
    readonly owner: WritingOwner,
    private readonly every: number,
  ) {}

  async take(model: ReadModel): Promise<LivePlace | undefined> {
    if (!(await this.#inTurn(() => this.owner.tryOwn(model.name)))) return undefined;
    return {
      lost: this.owner.lost,
      apply: (batch, follows) =>
        new Promise((resolve, reject) => {
          this.#waiting.push({ model, batch, follows, resolve, reject });
          if (this.#waiting.length === 1) void this.#inTurn(() => this.#write());
        }),
      letGo: () => this.#inTurn(() => this.owner.letGo(model.name)).catch(() => undefined),
    };
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  async #write(): Promise<void> {
    const early = this.#began + this.every - performance.now();
    if (early > 0) await setTimeout(early);
    this.#began = performance.now();
    const together = this.#waiting;
    this.#waiting = [];
    try {
      await this.#apply(together);
      for (const { resolve } of together) resolve();
    } catch (fault) {
      if (together.length === 1 || isConnectionLoss(fault)) {
        for (const { reject } of together) reject(fault);
      } else {
        for (const each of together) await this.#apply([each]).then(each.resolve, each.reject);
      }
    }
  }

  #apply(together: readonly Waiting[]): Promise<void> {
    return applyTogether(
      this.owner,
      together.map(({ model, batch, follows }) => ({ model, schema: schemaOf(model), batch, follows })),
      lockTimeout,
    );
  }
}

/**
 * Writes for all live read models of a process through one connection, which owns them. Reopens the connection when
 * it is lost.
 */
export class LiveWriter {
  #connection: Promise<SharedConnection> | undefined;

  /** @param every milliseconds between the beginnings of two transactions, in which events gather; none when omitted */
  constructor(
    private readonly database: Pick<Database, 'session'>,
    private readonly every = 0,
  ) {}

  /** @returns undefined if another process owns the read model */
  async take(model: ReadModel): Promise<LivePlace | undefined> {
    this.#connection ??= this.#open();
    return (await this.#connection).take(model);
  }

  /** Call after all read models were released. */
  async close(): Promise<void> {
    const connection = await this.#connection?.catch(() => undefined);
    await connection?.owner.close().catch(() => undefined);
  }

  #open(): Promise<SharedConnection> {
    const opening = openOwner(this.database).then((owner) => new SharedConnection(owner, this.every));
    const forget = (): void => {
      if (this.#connection === opening) this.#connection = undefined;
    };
    opening.then(({ owner }) => owner.lost.then(forget), forget);
    return opening;
  }
}
