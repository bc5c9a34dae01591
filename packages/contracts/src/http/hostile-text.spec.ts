import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Call } from './call.js';
import { bodyLimitOf, calls } from './calls.js';

/** Parts that an ambiguous pattern would rescan from each position. */
const repeated = ['+', 'a', '0', ' ', '.', '-', ',', 'a.', 'a-', '1,', 'post ', 'p. o ', 'é'];
const texts = ['', 'a@'].flatMap((start) =>
  repeated.flatMap((part) => ['', '!', '@', '.0!'].map((end) => [start, part, end] as const)),
);

/** Milliseconds of CPU time: far above a single pass, far below a rescan from each position. */
const patience = 60;

const fieldsOf = (schema: z.ZodType): string[] =>
  Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {});

const expectLinear = (schema: z.ZodType, length: number): void => {
  for (const field of fieldsOf(schema)) {
    for (const [start, part, end] of texts) {
      const text = start + part.repeat(length / part.length) + end;
      const time = () => {
        const before = process.cpuUsage();
        schema.safeParse({ [field]: text });
        return process.cpuUsage(before).user / 1_000;
      };
      const took = time();
      // Measure again, in case the garbage collector ran.
      expect(took < patience ? took : time(), `${field}: ${start}${part}…${end}`).toBeLessThan(patience);
    }
  }
};

const all: [string, Call][] = Object.entries(calls);

describe('text from strangers', () => {
  it.each(all.filter(([, { params, query, body }]) => params ?? query ?? body))(
    'costs %s no time that grows faster than its text',
    (_name, call) => {
      // Node limits the head of a request, and thus an address, to 16 KiB.
      for (const schema of [call.params, call.query]) if (schema) expectLinear(schema, 16_384);
      if (call.body) expectLinear(call.body, bodyLimitOf(call));
    },
  );
});
