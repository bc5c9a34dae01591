import type { Advance, ReadModel, ReadStore } from '@groundswell/platform/read-store';
import { interval, Observable } from 'rxjs';

/** Milliseconds between two checks for a missed advance. It only reads memory. */
const looking = 1_000;

/**
 * Advances of some read models that changed a row. One whose notice was lost comes late, and without its
 * streams' names.
 */
export const advancesOf = (store: ReadStore, models: readonly ReadModel[]): Observable<Advance> =>
  new Observable((listener) => {
    const told = new Map(models.map((model) => [model.name, store.heard(model)?.changed ?? 0n]));
    const tell = (advance: Advance): void => {
      const before = told.get(advance.readModel);
      if (before === undefined || !advance.changed) return;
      const position = BigInt(advance.position);
      told.set(advance.readModel, position > before ? position : before);
      listener.next(advance);
    };
    const noticed = new Map<string, bigint>();
    const looks = interval(looking).subscribe(() => {
      for (const model of models) {
        const changed = store.heard(model)?.changed ?? 0n;
        // A notice may still be on its way: one that is missing at two checks is lost.
        const isLost = (noticed.get(model.name) ?? 0n) > (told.get(model.name) ?? 0n);
        noticed.set(model.name, changed);
        if (isLost)
          tell({ readModel: model.name, position: changed.toString(), changed: true, streams: null });
      }
    });
    looks.add(store.onAdvance(tell));
    return looks;
  });
