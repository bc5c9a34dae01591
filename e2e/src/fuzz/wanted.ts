import fc from 'fast-check';
import { draftsOf } from './draft.js';
import { broken, form, valid, wrong } from './inputs.js';
import type { Operation } from './operation.js';
import type { Wanted } from './request.js';
import {
  anotherAddress,
  anotherMethod,
  head,
  oddHeaders,
  repeatedParameter,
  uninvited,
} from './trespasses.js';
import type { World } from './world.js';

/** Requests of an operation, of every kind. */
export const wantedOf = ({ call }: Operation, world: World, dear: boolean): fc.Arbitrary<Wanted> => {
  const drafts = draftsOf(call, world);
  const weighed = (weight: number, of: typeof valid) => ({ weight, arbitrary: of(call, drafts) });
  return fc.oneof(
    weighed(dear ? 12 : 40, valid),
    weighed(30, wrong),
    ...(call.form ? [weighed(60, form)] : []),
    ...(call.body ? [weighed(14, broken)] : []),
    weighed(4, anotherAddress),
    weighed(4, repeatedParameter),
    weighed(8, uninvited),
    weighed(4, anotherMethod),
    weighed(1, head),
    weighed(3, oddHeaders),
  );
};
