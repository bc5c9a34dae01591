import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Call } from './call.js';
import { bodyLimitOf, calls } from './calls.js';

/** Parts that a pattern with two ways to read the same text goes through again from each place. */
const repeated = ['+', 'a', '0', ' ', '.', '-', ',', 'a.', 'a-', '1,', 'post ', 'p. o ', 'é'];
const texts = ['', 'a@'].flatMap((start) =>
  repeated.flatMap((part) => ['', '!', '@', '.0!'].map((end) => [start, part, end] as const)),
);

/** Milliseconds of the processor; far above what reading takes once, far below what reading from each place again would take. */
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
      // Once more, since memory may have been collected meanwhile.
      expect(took < patience ? took : time(), `${field}: ${start}${part}…${end}`).toBeLessThan(patience);
    }
  }
};

const all: [string, Call][] = Object.entries(calls);

describe('what a stranger types', () => {
  it.each(all.filter(([, { params, query, body }]) => params ?? query ?? body))(
    'costs %s no time that grows faster than its text',
    (_name, call) => {
      // An address may be as long as the head of a request, whose limit is Node's: 16 KiB.
      for (const schema of [call.params, call.query]) if (schema) expectLinear(schema, 16_384);
      if (call.body) expectLinear(call.body, bodyLimitOf(call));
    },
  );
});
