import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CommandDefinition, exitCodes } from './definition.js';
import { type Handler, runOperator } from './run.js';

const replay: CommandDefinition = { name: 'replay', summary: 'Rebuilds', examples: ['replay all'] };
const grant: CommandDefinition = { name: 'staff grant', summary: 'Grants' };

/** A pipe, and what came through it. */
const openPipe = () => {
  const pipe = Object.assign(new EventEmitter(), { said: '', write: (text: string) => (pipe.said += text) });
  return pipe;
};
let out = openPipe();
let notes = openPipe();
beforeEach(() => {
  [out, notes] = [openPipe(), openPipe()];
  vi.spyOn(process, 'stdout', 'get').mockReturnValue(out as never);
  vi.spyOn(process, 'stderr', 'get').mockReturnValue(notes as never);
});
afterEach(() => vi.restoreAllMocks());

const run = (words: readonly string[], handler: Handler = async () => exitCodes.done) =>
  runOperator(words, [replay, grant], { replay: handler, 'staff grant': handler });

/** A fault that is known by its name alone: the tool loads no read model and no queue to tell it. */
const named = (name: string, message: string, more: object = {}) =>
  Object.assign(new Error(message), { name, ...more });

describe('the entry of a room', () => {
  it.each([
    [['help'], 'staff grant'],
    [['--help'], 'staff grant'],
    [['help', 'replay'], '-- replay all'],
    [['replay', '--help'], '-- replay all'],
    [['help', '--json'], '"name": "staff grant"'],
  ])('explains itself to %j', async (words, expected) => {
    expect(await run(words)).toBe(exitCodes.done);
    expect(out.said).toContain(expected);
  });

  it.each([[[]], [['verfy']], [['help', 'verfy']]])(
    'does not know %j, and lists what it knows',
    async (words) => {
      expect(await run(words)).toBe(exitCodes.usage);
      expect(notes.said).toContain('staff grant');
    },
  );

  it.each([
    [named('PoisonedEvent', 'ConceptRenamed 5d0c cannot be applied: no', { event: { stream: 'concept-1' } })],
    [named('UnreadableEvent', 'ConceptRenamed.v2 5d0c cannot be read', { event: { stream: 'concept-1' } })],
  ])('names an event that stops it, and what to do: %s', async (fault) => {
    expect(await run(['replay'], () => Promise.reject(fault))).toBe(exitCodes.attention);
    expect(notes.said).toContain(fault.message);
    expect(notes.said).toContain('-- stream concept-1');
    expect(notes.said).not.toMatch(/\n +at /);
  });

  it('names what cannot be reached', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });
    expect(await run(['replay'], () => Promise.reject(refused))).toBe(exitCodes.unavailable);
    expect(notes.said).toBe(
      'PostgreSQL cannot be reached (DATABASE_URL): connect ECONNREFUSED 127.0.0.1:1\n',
    );
  });

  it('says that PostgreSQL has no space left, and what to do', async () => {
    const full = Object.assign(new Error('could not access status of transaction 0'), {
      code: '53100',
    });
    expect(await run(['replay'], () => Promise.reject(full))).toBe(exitCodes.unavailable);
    expect(notes.said).toBe(
      'PostgreSQL has no space left on its disk: could not access status of transaction 0\n' +
        'Run the command again once it has.\n',
    );
  });

  it.each([
    ['QueueUnavailable', 'Redis cannot be reached'],
    ['EventStoreUnavailable', 'the event store cannot be reached'],
  ])('says of %s what its words say, once', async (name, words) => {
    expect(await run(['replay'], () => Promise.reject(named(name, words)))).toBe(exitCodes.unavailable);
    expect(notes.said).toBe(`${words[0]?.toUpperCase()}${words.slice(1)}.\n`);
  });

  it('says that nothing runs, when that is why nothing answers', async () => {
    vi.stubEnv('NOTHING_RUNS_ON', '/srv/data');
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });
    const stranger = Object.assign(new Error('password authentication failed'), { code: '28P01' });
    for (const fault of [refused, stranger, named('EventStoreTimeout', 'no answer')]) {
      expect(await run(['replay'], () => Promise.reject(fault))).toBe(exitCodes.unavailable);
      expect(notes.said).toBe('Nothing is running on /srv/data. Start it with npm start.\n');
      notes.said = '';
    }
    vi.unstubAllEnvs();
  });

  it('names the variable with the refused credentials', async () => {
    const stranger = Object.assign(new Error('password authentication failed for user "x"'), {
      code: '28P01',
    });
    expect(await run(['replay'], () => Promise.reject(stranger))).toBe(exitCodes.configuration);
    expect(notes.said).toBe('PostgreSQL refuses DATABASE_URL: password authentication failed for user "x"\n');
  });

  it('says what to do when an older log was restored beneath it', async () => {
    const fault = named(
      'LogCutShort',
      'position 500 was read, and the log ends at 300: an older log was restored',
    );
    expect(await run(['replay'], () => Promise.reject(fault))).toBe(exitCodes.attention);
    expect(notes.said).toBe(
      `${fault.message}\nRun the command again: it starts over from the log as it is now.\n`,
    );
  });

  it('says how to find out what became of an append that was not answered', async () => {
    const words = 'it is unknown whether the append to concept-1 was written';
    const fault = Object.assign(named('AppendOutcomeUnknown', words), { stream: 'concept-1' });
    expect(await run(['replay'], () => Promise.reject(fault))).toBe(exitCodes.attention);
    expect(notes.said).toContain(`${words}\nnpm run ops -- stream concept-1 shows whether it was.`);
  });

  it('carries on when its reader leaves, and ends as it would have ended', async () => {
    const code = await run(['replay'], async ({ terminal }) => {
      notes.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
      terminal.note('nobody hears this');
      terminal.result({}, 'Swapped in.');
      return exitCodes.attention;
    });
    expect([code, notes.said, out.said]).toEqual([exitCodes.attention, '', 'Swapped in.\n']);
  });
});
