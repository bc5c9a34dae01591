import { schemaOf } from '@groundswell/platform/read-store';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { readModels } from '../registry.js';
import { furtherHarms, harms, tablesIn } from '../specification/harms.js';
import { startHealing } from '../specification/healing.js';

let healing: Awaited<ReturnType<typeof startHealing>>;
beforeAll(async () => {
  healing = await startHealing();
  await healing.untilWell();
});
afterAll(() => healing.stop());

describe.each(readModels.map((model) => [model.name, model] as const))('%s', (_, model) => {
  it.each(harms)('is repaired after $name, whichever of its tables it was', async (harm) => {
    for (const table of await tablesIn(healing.database, schemaOf(model)))
      await healing.heals(model, [{ table, harm }]);
  });

  it.each(furtherHarms)('is repaired after $name, in all of its tables', async (harm) => {
    const tables = await tablesIn(healing.database, schemaOf(model));
    await healing.heals(
      model,
      tables.map((table) => ({ table, harm })),
    );
  });
});
