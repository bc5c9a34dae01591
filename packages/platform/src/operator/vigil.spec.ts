import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepVigil, type Silence, silenceText } from './vigil.js';

describe('the message about a silent command', () => {
  it.each([
    [{ away: ['PostgreSQL'], holders: [] }, 'Waiting for PostgreSQL, which does not answer (4.0 s).'],
    [
      { away: ['PostgreSQL', 'event store'], holders: [] },
      'Waiting for PostgreSQL and the event store, which do not answer (4.0 s).',
    ],
    [
      { away: [], holders: ['projections'] },
      'Waiting for projections to release a lock in PostgreSQL (4.0 s).',
    ],
    [{ away: [], holders: [] }, 'Still working (4.0 s); PostgreSQL and the event store answer.'],
  ] as const)('%j', (silence, words) => {
    expect(silenceText(silence, ['PostgreSQL', 'event store'], 4)).toBe(words);
  });
});

describe('the vigil', () => {
  const nothing: Silence = { away: [], holders: [] };
  let said: string[];
  let vigil: ReturnType<typeof keepVigil>;
  beforeEach(() => {
    vi.useFakeTimers();
    said = [];
    vigil = keepVigil({
      asks: ['Redis'],
      look: async () => nothing,
      say: (line) => {
        said.push(line);
        vigil.printed();
      },
      now: () => Date.now(),
    });
  });
  afterEach(() => {
    vigil.end();
    vi.useRealTimers();
  });
  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);

  it('prints after two seconds of silence, repeatedly, with the total time', async () => {
    await pass(1.5);
    expect(said).toEqual([]);
    await pass(3);
    expect(said).toEqual(['Still working (2.0 s); Redis answers.', 'Still working (4.0 s); Redis answers.']);
  });

  it('counts the silence of a slow start', async () => {
    vigil.end();
    const say = (line: string) => said.push(line);
    vigil = keepVigil({
      asks: ['Redis'],
      look: async () => nothing,
      say,
      silentFor: 1_900,
      now: () => Date.now(),
    });
    await pass(0.3);
    expect(said).toEqual(['Still working (2.1 s); Redis answers.']);
  });

  it('prints nothing while the command prints or progresses, during typing, and after the end', async () => {
    for (let second = 0; second < 10; second += 1) {
      vigil.printed();
      await pass(1);
    }
    for (let second = 0; second < 4; second += 1) {
      vigil.moved();
      await pass(0.9);
    }
    expect(said).toEqual([]);
    let typed: () => void = () => undefined;
    const typing = vigil.whileTyping(new Promise<void>((resolve) => (typed = resolve)));
    await pass(60);
    typed();
    await typing;
    await pass(1.5);
    vigil.end();
    await pass(60);
    expect(said).toEqual([]);
  });

  it('does not let progress that is not printed hide a standstill for more than a second', async () => {
    await pass(1.9);
    vigil.moved();
    await pass(1.5);
    expect(said).toHaveLength(1);
  });
});
