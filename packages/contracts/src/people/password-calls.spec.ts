import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Call } from '../http/call.js';
import { calls } from '../http/calls.js';

const fieldsOf = ({ params, query, body, form }: Call): string[] =>
  [params, query, body, form].flatMap((schema) =>
    schema
      ? Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {})
      : [],
  );

it('no staff call accepts a password, so no one can set one for another person', () => {
  const ofStaff = Object.values<Call>(calls).filter(({ access }) => access === 'staff');
  expect(ofStaff.length).toBeGreaterThan(8);
  expect(ofStaff.filter((call) => fieldsOf(call).some((field) => field.includes('password')))).toEqual([]);
});
