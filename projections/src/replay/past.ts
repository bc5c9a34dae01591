import { randomBytes } from 'node:crypto';
import type { ReadModel } from '@groundswell/platform/read-store';
import type { Moment } from './moment.js';
import { type ReplayDependencies, Run } from './run.js';
import { dropLeftovers, dropShadows, pastSchemaOf, takeShadows } from './shadow.js';

/** Read models as of one moment, alongside the live ones, which they do not affect. */
export interface Past {
  /** Builds what is missing; one pass over the log for all of them. */
  build(models: readonly ReadModel[]): Promise<void>;
  /** Schema of a read model's past tables, once built. */
  schemaOf(model: Pick<ReadModel, 'name'>): string;
  /** Removes everything, once the work in progress has ended. */
  close(): Promise<void>;
}

/** Opens a past moment. Read models are built on demand. */
export const openPast = (dependencies: ReplayDependencies, until: Moment): Past => {
  const { database } = dependencies;
  const name = randomBytes(4).toString('hex');
  const schemaOf = (model: Pick<ReadModel, 'name'>): string => pastSchemaOf(model, name);
  const closings: (() => Promise<void>)[] = [() => dropLeftovers(database).then(() => undefined)];
  const built = new Set<string>();
  const begun: Promise<void>[] = [];
  const build = async (models: readonly ReadModel[]): Promise<void> => {
    const wanted = models.filter((model) => !built.has(model.name));
    if (wanted.length === 0) return;
    const builds = wanted.map((model) => ({ model, schema: schemaOf(model) }));
    const taken = await takeShadows(database, builds);
    closings.push(async () => {
      await dropShadows(database, builds);
      await taken.release();
    });
    const label = wanted.map((model) => model.name).join(', ');
    const run = await Run.begin(dependencies, builds, 'look back', label);
    await run.guard(() => run.build(until));
    await run.turn('done');
    for (const model of wanted) built.add(model.name);
  };
  return {
    schemaOf,
    build(models) {
      const building = build(models);
      begun.push(building);
      return building;
    },
    async close() {
      // An aborted run still records how it ended, and owns its tables until then.
      await Promise.allSettled(begun);
      for (const closing of closings.reverse()) await closing();
    },
  };
};
