import type { Call } from '@groundswell/contracts';
import type { Type } from '@nestjs/common';
import { servedCallOf } from './serves.js';

/** Every call that the given controllers serve, in order, twice when served twice: for the registry spec. */
export const callsServedBy = (controllers: readonly Type[]): readonly Call[] =>
  controllers.flatMap(({ prototype }) =>
    Object.getOwnPropertyNames(prototype).flatMap((name) => servedCallOf(prototype[name]) ?? []),
  );
