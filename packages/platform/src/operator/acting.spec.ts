import { describe, expect, it } from 'vitest';
import { FatalFault } from '../process/fatal.js';
import { actingAs, reasonOf } from './acting.js';
import type { CommandDefinition } from './definition.js';
import { helpOf } from './help.js';
import { parseCommandLine, WrongUsage } from './parse.js';

const drop: CommandDefinition = { name: 'parked drop', summary: 'Gives it up', recorded: true };
const status: CommandDefinition = { name: 'status', summary: 'How everything is doing' };

const actorOf = (options: readonly string[], environment: Record<string, string> = {}) =>
  actingAs(parseCommandLine(['parked', 'drop', ...options], drop), environment);

describe('the operator who decides', () => {
  it('is recorded under their handle', () => {
    expect(actorOf([], { OPERATOR_ID: 'ops-3' })).toEqual({ id: 'ops-3', role: 'operator' });
    expect(actorOf(['--as=ops-7'], { OPERATOR_ID: 'ops-3' })).toEqual({ id: 'ops-7', role: 'operator' });
  });

  it.each<Record<string, string>>([{}, { OPERATOR_ID: '' }])(
    'is the one operator of an instance that tells none apart: %j',
    (environment) => {
      expect(actorOf([], environment)).toEqual({ id: 'operator', role: 'operator' });
    },
  );

  it.each(['dana@groundswell.test', 'Dana Scully', 'dana', 'OPS-7', '7', `ops-${'3'.repeat(7)}`, 'ops-3\n'])(
    'is refused as %j, which may name a person and could never be removed from the log',
    (handle) => {
      const advice = 'a handle that names no person, such as ops-3';
      expect(() => actorOf([`--as=${handle}`])).toThrow(
        new WrongUsage(`--as takes ${advice}: the log keeps it forever`),
      );
      expect(() => actorOf([], { OPERATOR_ID: handle })).toThrow(FatalFault);
      expect(() => actorOf([], { OPERATOR_ID: handle })).toThrow(advice);
      expect(() => actorOf([], { OPERATOR_ID: handle })).not.toThrow(handle);
    },
  );
});

it('the handle has one spelling, so that one person’s typing error is not taken for a second operator', () => {
  expect(() => actorOf(['--as=ops-03'])).toThrow(WrongUsage);
  expect(() => actorOf([], { OPERATOR_ID: 'ops-00' })).toThrow(FatalFault);
  expect(actorOf(['--as=ops-0'])).toEqual({ id: 'ops-0', role: 'operator' });
});

it('the handle is required for decisions that the log records, and for nothing else', () => {
  expect(helpOf(drop)).toContain('--as=<handle>');
  expect(helpOf(status)).not.toContain('--as');
  expect(() => parseCommandLine(['status', '--as=ops-3'], status)).toThrow('There is no option --as.');
});

describe('the reason for a decision', () => {
  const reasonGiven = (...options: string[]) =>
    reasonOf(
      parseCommandLine(['parked', 'drop', ...options], {
        ...drop,
        options: { reason: { type: 'string', summary: 'why' } },
      }),
    );

  it('is recorded as typed', () => {
    expect(reasonGiven('--reason=the bank was told by telephone, ticket #4711')).toBe(
      'the bank was told by telephone, ticket #4711',
    );
    expect(reasonGiven()).toBeUndefined();
  });

  it('is refused with an email address in it, which could never be removed', () => {
    const attempt = () => reasonGiven('--reason=ann.lee@example.com asked for it');
    expect(attempt).toThrow(WrongUsage);
    expect(attempt).toThrow('--reason must not contain an email address: the log keeps it forever');
  });
});
