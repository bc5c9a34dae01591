import { randomUUID } from 'node:crypto';
import { messageOf } from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import type { EventStore, Position } from '@groundswell/platform/event-store';
import { noteFinding } from '../evidence/findings.js';
import { logOf } from '../evidence/log-of.js';
import { processName } from '../operations/keepers.js';
import { prepareOperations } from '../operations/prepare-operations.js';
import {
  beginRebuild,
  moveRebuild,
  type RebuildKind,
  type RebuildState,
  turnRebuild,
} from '../operations/rebuilds.js';
import { type Build, type BuildProgress, buildTogether, checkpointsOf, leastOf } from './build-together.js';
import type { Moment } from './moment.js';
import { dropDamaged } from './shadow.js';
import { dropBesideStranded } from './stranded.js';

/** Dependencies of a run, and callbacks for its progress. */
export interface ReplayDependencies {
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: RunProgress) => void) | undefined;
  /** Events between two checkpoints; as many as fit in memory when omitted. */
  readonly batchSize?: number | undefined;
  readonly onSetback?: ((fault: unknown) => void) | undefined;
}

interface RunProgress {
  readonly label: string;
  /** Events that this run has read from the log. */
  readonly events: number;
  readonly position: bigint;
  /** Completed fraction of the log, from 0 to 1. */
  readonly fraction: number;
}

/** Milliseconds between two progress notes. */
const noteEvery = 500;

/** One run of replay, verify or as-of: builds, and publishes its progress. */
export class Run {
  readonly id = randomUUID();
  #events = 0;
  #noted = 0;
  #position: Position | undefined;
  readonly #started = performance.now();

  private constructor(
    private readonly dependencies: ReplayDependencies,
    readonly builds: readonly Build[],
    private readonly label: string,
    private readonly head: Position | undefined,
    /** The position from which it continues. Undefined if it starts from the beginning. */
    readonly from: Position | undefined,
    private readonly kind: RebuildKind,
  ) {}

  static async begin(
    dependencies: ReplayDependencies,
    builds: readonly Build[],
    kind: RebuildKind,
    label: string,
  ): Promise<Run> {
    const { database, eventStore } = dependencies;
    await prepareOperations(database);
    await dropBesideStranded(database, eventStore, builds);
    await dropDamaged(database, builds);
    const checkpoints = await checkpointsOf(database, builds);
    const from = leastOf(checkpoints.map((checkpoint) => checkpoint?.position));
    const run = new Run(dependencies, builds, label, await eventStore.head(), from, kind);
    for (const [index, { model, schema }] of builds.entries()) {
      await beginRebuild(database, {
        id: run.id,
        readModel: model.name,
        kind,
        schema,
        process: processName(),
        from: checkpoints[index]?.position,
        until: run.head,
      });
    }
    return run;
  }

  get events(): number {
    return this.#events;
  }

  get seconds(): number {
    return (performance.now() - this.#started) / 1_000;
  }

  /** Builds all or some read models up to a moment or the head of the log. @throws when the signal aborts */
  async build(until?: Moment, builds: readonly Build[] = this.builds): Promise<void> {
    const before = this.#events;
    const { signal } = this.dependencies;
    await buildTogether({
      ...this.dependencies,
      builds,
      until,
      inBulk: await this.#isFar(until, builds),
      onProgress: (progress) => this.#moved({ ...progress, events: before + progress.events }, until),
    });
    signal.throwIfAborted();
  }

  /**
   * Whether the builds furthest behind still have more than a tenth of the log to go: only then is work worth
   * deferring.
   */
  async #isFar(until: Moment | undefined, builds: readonly Build[]): Promise<boolean> {
    const checkpoints = await checkpointsOf(this.dependencies.database, builds);
    const from = leastOf(checkpoints.map((checkpoint) => checkpoint?.position))?.commit ?? 0n;
    const end = (until?.kind === 'position' ? until.position : this.head)?.commit ?? 0n;
    return from === 0n || (end - from) * 10n > end;
  }

  async turn(state: RebuildState, message?: string): Promise<void> {
    await this.#note();
    await turnRebuild(this.dependencies.database, this.id, state, message);
  }

  /** Records how the run ended if `work` fails. */
  async guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const message = messageOf(error);
      const state = this.dependencies.signal.aborted ? 'interrupted' : 'failed';
      await this.turn(state, message).catch(() => undefined);
      if (state === 'failed')
        await this.found(`A rebuild of ${this.label} failed: ${message}`).catch(() => undefined);
      throw error;
    }
  }

  /** Records a finding of this run until it is answered. */
  async found(words: string): Promise<void> {
    const { database, eventStore } = this.dependencies;
    await noteFinding(database, {
      kind: this.kind === 'verify' ? 'verify' : 'replay',
      words,
      log: await logOf(eventStore),
    });
  }

  async #moved({ position, events }: BuildProgress, until: Moment | undefined): Promise<void> {
    this.#events = events;
    this.#position = position;
    const end = until?.kind === 'position' ? until.position : this.head;
    const fraction = end && end.commit > 0n ? Number((position.commit * 10_000n) / end.commit) / 10_000 : 1;
    this.dependencies.onProgress?.({
      label: this.label,
      events,
      position: position.commit,
      fraction: Math.min(1, fraction),
    });
    if (performance.now() - this.#noted >= noteEvery) await this.#note();
  }

  async #note(): Promise<void> {
    if (!this.#position) return;
    this.#noted = performance.now();
    const perSecond = this.seconds > 0 ? this.#events / this.seconds : 0;
    const move = { position: this.#position, events: this.#events, perSecond };
    await moveRebuild(this.dependencies.database, this.id, move);
  }
}
