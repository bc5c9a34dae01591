import type { Database } from '../database/database.js';
import { listen } from '../database/listen.js';
import type { Position } from '../event-store/types.js';
import type { Log } from '../logging/log.js';
import { type Advance, advanceChannel, type Checkpoint, readCheckpoints } from './checkpoint.js';
import { readDamageNotes } from './damage-watch.js';
import { type ReadModel, schemaOf } from './read-model.js';

/** A read model's progress, as far as this process has been notified. */
export interface Heard {
  readonly position: bigint;
  /** Position of the last batch that changed a row: an answer read at or after it is still right. */
  readonly changed: bigint;
}

/** What this process hears of read models from those who write them. */
export interface Advances {
  /** By name of the read model. */
  readonly heard: ReadonlyMap<string, Heard>;
  /** The version of the tables of a read model that are older than this program reads, by its name. */
  readonly older: ReadonlyMap<string, number>;
  /** What is wrong with the tables of a read model, by its name. */
  readonly damaged: ReadonlyMap<string, string>;
  /** Whether notices arrive immediately, rather than through polling. */
  readonly listening: boolean;
  /** Settles after the signal aborted. */
  readonly ended: Promise<void>;
  /** Asks the database for everything. */
  ask(): Promise<void>;
  /** Whether all models have reached a position, as far as this process has heard. */
  reached(models: readonly ReadModel[], position: Position): boolean;
  /** Calls back for each advance, and after a gap. Returns how to stop. */
  on(listener: (advance: Advance) => void): () => void;
}

interface AdvancesParts {
  readonly database: Database;
  readonly models: readonly ReadModel[];
  readonly log: Log;
  readonly signal: AbortSignal;
}

const olderAmong = (
  models: readonly ReadModel[],
  checkpoints: readonly Checkpoint[],
): Map<string, number> => {
  const versions = new Map(checkpoints.map(({ schema, version }) => [schema, version]));
  return new Map(
    models.flatMap((model): [string, number][] => {
      const version = versions.get(schemaOf(model));
      return version !== undefined && version < model.version ? [[model.name, version]] : [];
    }),
  );
};

export const hearAdvances = ({ database, models, log, signal }: AdvancesParts): Advances => {
  const latest = new Map<string, Heard>();
  let older = new Map<string, number>();
  let damaged = new Map<string, string>();
  let losses = 0;
  const listeners = new Set<(advance: Advance) => void>();

  const hear = (readModel: string, position: bigint, changed: bigint): void => {
    const known = latest.get(readModel);
    if (known && known.position >= position && known.changed >= changed) return;
    latest.set(readModel, {
      position,
      changed: known && known.changed > changed ? known.changed : changed,
    });
  };
  const tellAll = (advance: Advance): void => {
    // Tables may have been replaced.
    if (advance.streams === null) database.renew();
    for (const listener of listeners) listener(advance);
  };
  /** Tables that were replaced may be of another log, and come less far: what was heard of the former ones no longer counts. */
  const onNotice = (payload: string): void => {
    const advance: Advance = JSON.parse(payload);
    if (advance.streams === null) {
      losses += 1;
      latest.delete(advance.readModel);
    }
    hear(advance.readModel, BigInt(advance.position), advance.changed ? BigInt(advance.position) : 0n);
    tellAll(advance);
  };
  /** Tables may have been replaced during the gap: polling returns only positions, which do not show it. It may have failed, too. */
  const onGap = (): void => {
    for (const { name: readModel } of models) {
      const position = `${latest.get(readModel)?.changed ?? 0n}`;
      tellAll({ readModel, position, changed: true, streams: null });
    }
  };
  /** A database that went down may come back without its last changes: what was heard before no longer counts. */
  const onLoss = (): void => {
    losses += 1;
    latest.clear();
  };
  const ask = async (): Promise<void> => {
    const before = losses;
    const bySchema = new Map(models.map((model) => [schemaOf(model), model.name]));
    const checkpoints = await readCheckpoints(database, [...bySchema.keys()]);
    if (losses !== before) return;
    for (const { schema, position, changed } of checkpoints) {
      hear(bySchema.get(schema) ?? schema, position?.commit ?? 0n, changed);
    }
    older = olderAmong(models, checkpoints);
    damaged = new Map(
      (await readDamageNotes(database)).map(({ schema, words }) => [bySchema.get(schema) ?? schema, words]),
    );
  };
  const channel = listen({
    database,
    channel: advanceChannel,
    subject: 'read models',
    ask,
    onNotice,
    onLoss,
    onGap,
    log,
    signal,
  });

  return {
    heard: latest,
    get older() {
      return older;
    },
    get damaged() {
      return damaged;
    },
    get listening() {
      return channel.listening;
    },
    ended: channel.ended,
    ask,
    reached: (wanted, position) =>
      wanted.every((model) => (latest.get(model.name)?.position ?? -1n) >= position.commit),
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
