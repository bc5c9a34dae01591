import { type Call, calls, proofCalls, serviceOf } from '@groundswell/contracts';
import { suggest, WrongUsage } from '@groundswell/platform/operator';
import { z } from 'zod';

/** Calls that ask other services, follow the present, or are not about data: their past is unknown. */
const ofThePresent: ReadonlySet<string> = new Set([
  'live',
  'liveOwn',
  'getStatus',
  'getCheckpointKeys',
  'docs',
  'openApi',
]);

/** Queries answered from what the projections store. */
export const pastCalls: ReadonlyMap<string, Call> = new Map(
  Object.entries<Call>(calls).filter(
    ([name, call]) => serviceOf(call) === 'query-service' && call.method === 'GET' && !ofThePresent.has(name),
  ),
);

/** @throws WrongUsage */
export const pastCallNamed = (name: string): Call => {
  const call = pastCalls.get(name);
  if (call) return call;
  const meant = suggest(name, [...pastCalls.keys()]);
  const hint = meant.length > 0 ? ` Did you mean ${meant.join(' or ')}?` : '';
  throw new WrongUsage(
    `There is no query "${name}".${hint} Choose one of ${[...pastCalls.keys()].join(', ')}.`,
  );
};

/** Whether a query is about the chain, which follows the order in which events were recorded. */
export const isOfTheChain = (call: Call): boolean => Object.values<Call>(proofCalls).includes(call);

/** Names of the parameters in a call's path, which are required. */
export const parametersInPath = ({ path }: Call): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');

const fieldsIn = (schema: z.ZodType | undefined): Readonly<Record<string, z.core.$ZodType>> =>
  schema instanceof z.ZodObject ? schema.shape : {};

/** Names of a call's required parameters: those in its path and the non-optional ones. */
const neededBy = (call: Call): string[] => [
  ...parametersInPath(call),
  ...Object.entries(fieldsIn(call.query)).flatMap(([name, field]) =>
    z.safeParse(field, undefined).success ? [] : [name],
  ),
];

const nameOf = (call: Call): string => [...pastCalls].find(([, each]) => each === call)?.[0] ?? call.path;

/** Checks the names of the given parameters against the call. @throws WrongUsage */
export const checkParameters = (call: Call, given: Readonly<Record<string, string>>): void => {
  const missing = neededBy(call).find((name) => !given[name]);
  if (missing) {
    throw new WrongUsage(`${nameOf(call)} needs --${missing}=<${missing.endsWith('_id') ? 'id' : missing}>`);
  }
  const known = [
    ...new Set([
      ...parametersInPath(call),
      ...Object.keys(fieldsIn(call.params)),
      ...Object.keys(fieldsIn(call.query)),
    ]),
  ];
  const stranger = Object.keys(given).find((name) => !known.includes(name));
  if (stranger === undefined) return;
  const taken = known.length > 0 ? known.map((name) => `--${name}`).join(', ') : 'none';
  throw new WrongUsage(`This query has no parameter --${stranger}. It takes: ${taken}.`);
};
