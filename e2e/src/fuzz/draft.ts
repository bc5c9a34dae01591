import type { Call } from '@groundswell/contracts';
import fc from 'fast-check';
import { type Parts, pathOf, queryOf, schemaOf } from './parts.js';
import type { Expectation, Wanted, Who } from './request.js';
import { recordOf } from './values.js';
import type { World } from './world.js';

/** What requests of every kind start from. */
interface Draft {
  readonly parts: Parts;
  readonly who: Who;
  readonly place: Wanted['from'];
  /** Headers of ours. */
  readonly own?: Wanted['headers'];
}

export type Drafts = fc.Arbitrary<Draft>;

const someone = (access: Call['access']): fc.Arbitrary<Who> => {
  const staff = fc.record({ is: fc.constant('staff' as const), number: fc.nat(9_999) });
  const customer = fc.record({ is: fc.constant('customer' as const), number: fc.nat(9_999) });
  if (access === 'staff') return staff;
  return access === 'user' ? customer : fc.oneof(customer, fc.constant({ is: 'nobody' } as const));
};

const from: fc.Arbitrary<[number, number]> = fc.tuple(
  fc.integer({ min: 0, max: 5 }),
  fc.integer({ min: 1, max: 99 }),
);

/** Groundswell's headers with valid values, and with others that must do no harm. */
const ownHeaders = (call: Call): fc.Arbitrary<readonly (readonly [string, string])[]> =>
  call.method === 'POST'
    ? fc.oneof(
        { weight: 4, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.uuid().map((key) => [['idempotency-key', key] as const]) },
      )
    : fc.oneof(
        { weight: 4, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.nat(300).map((position) => [['read-after', String(position)] as const]) },
        { weight: 1, arbitrary: fc.constant([['if-none-match', '"none"'] as const]) },
      );

/** Drafts that follow the schemas of a call. */
export const draftsOf = (call: Call, world: World): Drafts =>
  fc.record({
    parts: fc.record({
      params: recordOf(schemaOf(call.params), world),
      query: recordOf(schemaOf(call.query), world),
      body: recordOf(schemaOf(call.body), world),
    }),
    who: someone(call.access),
    place: from,
    own: ownHeaders(call),
  });

const json = [['content-type', 'application/json']] as const;

/** The request of a draft, as it is sent. */
export const written = (
  call: Call,
  kind: string,
  expect: Expectation,
  { parts, who, place, own = [] }: Draft,
): Wanted => ({
  kind,
  method: call.method,
  target: pathOf(call, parts.params) + queryOf(parts.query),
  headers: [...(call.body ? json : []), ...own],
  body: call.body ? Buffer.from(JSON.stringify(parts.body)) : undefined,
  who,
  from: place,
  expect,
});
