import { describe, expect, it } from 'vitest';
import type { CommandDefinition } from './definition.js';
import { helpOf, helpOfAll } from './help.js';
import { commandOf, parseCommandLine, WrongUsage } from './parse.js';
import { suggest } from './suggest.js';
import { toJson } from './terminal.js';
import { duration, table } from './text.js';

const replay: CommandDefinition = {
  name: 'replay',
  summary: 'Rebuilds',
  arguments: [{ name: 'model', summary: 'a read model' }],
  options: {
    'dry-run': { type: 'boolean', summary: 'only shows' },
    until: { type: 'string', summary: 'until then' },
  },
  examples: ['replay all'],
};
const grant: CommandDefinition = { name: 'staff grant', summary: 'Grants' };
const asOf: CommandDefinition = {
  name: 'as-of',
  summary: 'Looks back',
  arguments: [
    { name: 'time', summary: 'when' },
    { name: 'query', summary: 'what' },
  ],
  parameters: true,
};
const definitions = [replay, grant, asOf];

describe('a command line', () => {
  it('is recognized by its first words, longest name first, with options anywhere', () => {
    expect(commandOf(['staff', 'grant', '--email=a'], definitions)).toBe(grant);
    expect(commandOf(['--json', 'replay', 'all'], definitions)).toBe(replay);
    expect(commandOf(['staff'], definitions)).toBeUndefined();
    expect(commandOf([], definitions)).toBeUndefined();
  });

  it('gives arguments and options by name', () => {
    expect(parseCommandLine(['replay', 'all', '--dry-run', '--until=2026-03-01'], replay)).toMatchObject({
      arguments: { model: 'all' },
      options: { 'dry-run': true, until: '2026-03-01' },
      parameters: {},
    });
  });

  it('takes any parameter where the command does, and reads none as an option of its own', () => {
    expect(
      parseCommandLine(['as-of', '2026-03-01', 'getConcept', '--concept_id=c-1', '--json'], asOf),
    ).toMatchObject({
      arguments: { time: '2026-03-01', query: 'getConcept' },
      options: { json: true },
      parameters: { concept_id: 'c-1' },
    });
  });

  it.each([
    [['replay'], replay, 'replay needs <model>: a read model'],
    [['replay', 'all', 'more'], replay, 'does not know what to do with "more"'],
    [['replay', 'all', '--loud'], replay, 'There is no option --loud.'],
    [['replay', 'all', '--dryrun'], replay, 'There is no option --dryrun. Did you mean --dry-run?'],
    [['replay', 'all', '--until'], replay, '--until needs a value: --until=…'],
    [['replay', 'all', '--until', '--json'], replay, '--until needs a value: --until=…'],
    [['replay', 'all', '--until='], replay, '--until needs a value: --until=…'],
    [['replay', 'all', '--until=  '], replay, '--until needs a value: --until=…'],
    [['replay', ' '], replay, 'replay needs <model>: a read model'],
    [['as-of', '1', 'getConcept', '--concept_id='], asOf, '--concept_id needs a value'],
    [['replay', 'all', '--dry-run=no'], replay, '--dry-run takes no value'],
    [['as-of', '1', 'getConcept', '--concept_id'], asOf, '--concept_id needs a value'],
    [['as-of', '1', 'getConcept', '--json=yes'], asOf, '--json takes no value'],
  ])('is refused when it is wrong: %j', (words, definition, message) => {
    expect(() => parseCommandLine(words, definition)).toThrow(WrongUsage);
    expect(() => parseCommandLine(words, definition)).toThrow(message);
  });
});

describe('help', () => {
  it('names every command, and how each may end', () => {
    const help = helpOfAll(definitions);
    for (const words of ['replay <model>', 'staff grant', 'as-of <time> <query>', '78', '130'])
      expect(help).toContain(words);
  });

  it('of one command has its usage, arguments, options and examples', () => {
    const help = helpOf(replay);
    for (const words of [
      '-- replay <model> [options]',
      '--dry-run',
      '--until=<text>',
      '--json',
      '-- replay all',
    ])
      expect(help).toContain(words);
  });

  it('knows what was meant', () => {
    const names = ['replay', 'verify', 'staff grant', 'staff revoke', 'status'];
    expect(suggest('verfy', names)[0]).toBe('verify');
    expect(suggest('staff', names)).toEqual(['staff grant', 'staff revoke']);
    expect(suggest('parked', ['parked list', 'parked show', 'parked retry', 'parked drop'])).toHaveLength(4);
    expect(suggest('xyzzy', names)).toEqual([]);
  });
});

describe('text', () => {
  it('aligns numbers right and words left', () => {
    expect(
      table(
        ['name', 'rows'],
        [
          ['card', '1,200'],
          ['growth', '7'],
        ],
      ),
    ).toBe(['name     rows', 'card    1,200', 'growth      7'].join('\n'));
  });

  it('also aligns right a number known only as a minimum, or unknown', () => {
    expect(table(['behind'], [['1,000+'], ['7'], ['?']])).toBe(
      ['behind', '1,000+', '     7', '     ?'].join('\n'),
    );
  });

  it.each([
    [0.043, '43 ms'],
    [2.25, '2.3 s'],
    [42, '42 s'],
    [600, '10 min'],
    [7_200, '2 h'],
    [500_000, '6 days'],
    [Number.POSITIVE_INFINITY, 'unknown'],
  ])('says %d seconds as %s', (seconds, words) => expect(duration(seconds)).toBe(words));

  it('keeps positions whole in JSON', () => {
    expect(toJson({ position: 9_007_199_254_740_993n })).toContain('"9007199254740993"');
  });
});
