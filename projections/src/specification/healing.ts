import { type ReadModel, schemaOf } from '@groundswell/platform/read-store';
import { expect, vi } from 'vitest';
import { carryOut } from '../operator/spec-kit/carry-out.js';
import { readModels } from '../registry.js';
import { anotherHistory } from './golden-history.js';
import type { Harm } from './harms.js';
import { startParts } from './healing-parts.js';
import { askAllTheWhile, questionsTo } from './questions.js';

/** Milliseconds within which an operator must learn that tables are damaged. */
const soon = { timeout: 10_000, interval: 500 };
const patiently = { timeout: 30_000, interval: 500 };

/** The change, and its table. */
export interface Harmed {
  readonly table: string;
  readonly harm: Harm;
}

/** What operators learn of the parts, and do about it. */
const operatorOf = (variables: Readonly<Record<string, string>>, urls: readonly string[]) => {
  const ops = (...words: string[]) => carryOut(words, { ...variables, OPERATOR_ID: 'ops-3' });

  /**
   * The problems in `status`, without those of the history (a job waits, a price is missing) and those that
   * stay until they are answered.
   */
  const problems = async (): Promise<string[]> => {
    const { document } = await ops('status', '--json');
    return document.problems.filter(
      (words: string) => !/^finding |waiting for a decision|missing since/.test(words),
    );
  };

  /** Waits until every part reports that all is well. */
  const untilWell = () =>
    vi.waitFor(async () => {
      expect(await problems()).toEqual([]);
      for (const url of urls) expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    }, patiently);

  const untilNoticed = async ({ name }: ReadModel, tables: readonly string[]): Promise<void> => {
    await vi.waitFor(async () => {
      const problem = (await problems()).find((words) => words.startsWith(`${name}: `));
      for (const table of tables) expect(problem).toMatch(new RegExp(`\\b${table}\\b`));
      expect(problem).toContain(`\`replay ${name}\` rebuilds it from the log.`);
    }, soon);
    for (const url of urls) {
      await vi.waitFor(async () => {
        const answer = await fetch(`${url}/health/ready`);
        expect(answer.status).toBe(503);
        const said = await answer.text();
        expect(said).toContain(name);
        expect(said).toContain(`replay ${name}`);
      }, soon);
    }
  };

  return { ops, problems, untilWell, untilNoticed };
};

/**
 * Projections and the query service over a log with every kind of event, with functions to damage and repair their
 * tables.
 */
export const startHealing = async () => {
  const { variables, key, urls, queryServiceUrl, eventStore, database, stop } = await startParts();
  const history = anotherHistory('heal');
  for (const { stream, event } of history) {
    await eventStore.append(stream, [event], { expectedRevision: 'any' });
  }
  const idOf = (category: string) =>
    history.find(({ stream }) => stream.startsWith(`${category}-`))?.stream.slice(category.length + 1) ?? '';
  const { names, ask } = await questionsTo(queryServiceUrl, key, idOf);
  const { ops, problems, untilWell, untilNoticed } = operatorOf(variables, urls);

  /** Rebuilds a read model as its messages say. */
  const mend = async (name: string): Promise<void> => {
    for (const words of [
      ['verify', name],
      ['replay', name, '--dry-run'],
    ]) {
      const { code, out, notes } = await ops(...words);
      expect([code, out + notes]).toEqual([1, expect.stringContaining(`${name} is damaged: `)]);
    }
    const { code, out, notes } = await ops('replay', name);
    expect([code, out + notes]).toEqual([0, expect.stringContaining('Swapped in')]);
    const verified = await ops('verify', name);
    expect([verified.code, verified.out]).toEqual([0, expect.stringContaining('Every row matches the log')]);
  };

  return {
    database,
    ask,
    ops,
    problems,
    untilWell,
    asked: names,
    stop,
    /** Damages a read model's tables, and watches it until it has recovered. All others answer meanwhile. */
    async heals(model: ReadModel, harmed: readonly Harmed[]): Promise<void> {
      const { name } = model;
      for (const { table, harm } of harmed) await harm.does(database, schemaOf(model), table);
      const others = readModels.flatMap((other) => (other === model ? [] : other.name));
      const stopAsking = askAllTheWhile(ask, others);
      try {
        await untilNoticed(
          model,
          harmed.map(({ table }) => table),
        );
        await mend(name);
      } finally {
        expect(await stopAsking()).toEqual([]);
      }
      await untilWell();
      expect((await ask(name)).status).toBe(200);
    },
  };
};
