import { type Call, isAllStorable, refusals, refuse } from '@groundswell/contracts';
import { z } from 'zod';
import { Refused } from './refused.js';

/** What a call was asked with, validated and parsed by its schemas. */
export interface CallInput<C> {
  readonly params: C extends Call<infer Params> ? z.output<Params> : never;
  readonly query: C extends Call<z.ZodType, infer Query> ? z.output<Query> : never;
  readonly body: C extends Call<z.ZodType, z.ZodType, infer Body> ? z.output<Body> : never;
}

interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Fields that an answer tells of: who sends more that are wrong is not typing them into a form. */
const mostFields = 20;
/** Characters quoted of the name of an unknown field. */
const longestName = 100;

const messageOf = (issue: z.core.$ZodIssue): readonly (readonly [string, string])[] => {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .slice(0, mostFields)
      .map((key) => [key.slice(0, longestName), 'This field is not known.']);
  }
  return issue.path.length > 0 ? [[String(issue.path[0]), issue.message]] : [];
};

/** The first message for each field. */
const fieldsOf = (issues: readonly z.core.$ZodIssue[]): Record<string, string> =>
  Object.fromEntries(issues.flatMap(messageOf).slice(0, mostFields).reverse());

const queries = new WeakMap<Call, z.ZodType>();

/** A query as its call has it, and nothing else: anyone who misspells a parameter would be answered another question. */
const queryOf = (call: Call): z.ZodType => {
  const known = queries.get(call);
  if (known) return known;
  const query = call.query instanceof z.ZodObject ? call.query.strict() : (call.query ?? z.strictObject({}));
  queries.set(call, query);
  return query;
};

/** A message for each field of a part whose text cannot be stored. */
const unstorableFields = (part: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(part ?? {}).flatMap(([name, value]) =>
      isAllStorable(value) ? [] : [[name, 'This text has a broken character. Enter it again.']],
    ),
  );

/**
 * Validates the three parts of a request.
 * @throws Refused with InvalidRequest and one message for each wrong field.
 */
export const parseInput = <C extends Call>(call: C, raw: RawInput): CallInput<C> => {
  const results = {
    params: call.params?.safeParse(raw.params),
    query: queryOf(call).safeParse(raw.query),
    body: call.body?.safeParse(raw.body),
  };
  const issues = Object.values(results).flatMap((result) => result?.error?.issues ?? []);
  const unstorable = Object.assign(
    {},
    ...Object.values(results).map((result) => unstorableFields(result?.data)),
  );
  if (issues.length > 0 || Object.keys(unstorable).length > 0) {
    throw new Refused({
      ...refuse('InvalidRequest', refusals.InvalidRequest.message),
      fields: { ...unstorable, ...fieldsOf(issues) },
    });
  }
  return {
    params: results.params?.data,
    query: results.query.data,
    body: results.body?.data,
  } as CallInput<C>;
};
