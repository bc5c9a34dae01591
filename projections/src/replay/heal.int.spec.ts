import { schemaOf } from '@groundswell/platform/read-store';
import { sampleOfCommit } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readModels } from '../registry.js';
import { alterRow, furtherHarms, harms, tablesIn } from '../specification/harms.js';
import { startHealing } from '../specification/healing.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let healing: Awaited<ReturnType<typeof startHealing>>;
beforeAll(async () => {
  healing = await startHealing();
  await healing.untilWell();
});
afterAll(() => healing.stop());

/**
 * One kind of harm per table, alternating, for four read models that the commit chooses. `npm run heal-test` does every kind to
 * every table.
 */
const kinds = [...harms, ...furtherHarms];
const harmAt = (index: number) => kinds[index % kinds.length] as (typeof kinds)[number];

describe('a damaged read model', () => {
  it('is queried here, whichever it is', () => {
    expect(healing.asked.toSorted()).toEqual(readModels.map(({ name }) => name).toSorted());
  });

  const numbered = readModels.map((model, index) => [model.name, model, index] as const);
  it.each(sampleOfCommit(numbered, 4, ([name]) => name))(
    '%s is noticed within ten seconds whatever was done to its tables, and mended while others are answered',
    async (_, model, index) => {
      const tables = await tablesIn(healing.database, schemaOf(model));
      expect(tables.length).toBeGreaterThan(0);
      await healing.heals(
        model,
        tables.map((table, place) => ({ table, harm: harmAt(index + place) })),
      );
    },
  );

  it('is also repaired when rows of every table were altered by hand, which verify names', async () => {
    const altered: [model: string, table: string][] = [];
    const empty: string[] = [];
    for (const model of readModels) {
      for (const table of await tablesIn(healing.database, schemaOf(model))) {
        if (await alterRow(healing.database, schemaOf(model), table)) altered.push([model.name, table]);
        else empty.push(table);
      }
    }
    // No growth is owed, and a one-day log that fits into one block has no checkpoint and no tile above it.
    expect(empty).toEqual(['growth_owed', 'chain_checkpoint', 'chain_tile']);
    const { code, document } = await healing.ops('verify', 'all', '--json');
    expect(code).toBe(1);
    for (const [model, table] of altered) {
      const compared = document.comparisons
        .find(({ readModel }: { readModel: string }) => readModel === model)
        .tables.find((each: { table: string }) => each.table === table);
      expect([
        table,
        Number(compared.missing) + Number(compared.surplus) + Number(compared.changed),
      ]).not.toEqual([table, 0]);
    }
    expect((await healing.problems()).join('\n')).toContain('different from the log');
    // The chain is evidence: it is set aside with a name and a reason, not replaced.
    const others = readModels.filter(({ isEvidence }) => !isEvidence).map(({ name }) => name);
    for (const name of others) expect((await healing.ops('replay', name)).code).toBe(0);
    expect((await healing.ops('replay', 'logChain', '--set-aside', '--reason=a drill')).code).toBe(0);
    expect((await healing.ops('verify', 'all')).code).toBe(0);
  });
});
