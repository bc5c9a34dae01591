import { describe, expect, it } from 'vitest';
import { ApiError } from '../api/api-error.js';
import type { Answered } from '../api/queries.js';
import { createLastGood } from './last-good.js';

type Figures = Answered<string>;

const [form, review] = ['/transfer_funds/bank', '/transfer_funds/bank?step=review'];
const failure = new Error('too late');

const answered = (data: string): Figures => ({ data, stale: false, position: null });
const loaded = (data: string) => Promise.resolve(answered(data));
/** An answer that is still to come. */
const pending = () => {
  let end: (how: Figures | Error) => void = () => undefined;
  const answer = new Promise<Figures>((resolve, reject) => {
    end = (how) => (how instanceof Error ? reject(how) : resolve(how));
  });
  return { answer, end };
};

describe('a refresh that fails', () => {
  it('shows what was loaded before, also where one failed before a step', async () => {
    const last = createLastGood<string>();
    await last.shown(loaded('first'), form);
    const failed = Promise.reject(failure);
    expect(await last.shown(failed, form)).toEqual({ ...answered('first'), failure });
    last.follow(failed, review);
    expect(await last.shown(Promise.reject(failure), review)).toEqual({ ...answered('first'), failure });
  });

  it('shows what was loaded before when the server is away, and not what is no longer there', async () => {
    const answer = (status: number) => new ApiError({ status, code: 'x', error: 'No' });
    const last = createLastGood<string>();
    await last.shown(loaded('first'), form);
    const away = answer(503);
    expect(await last.shown(Promise.reject(away), form)).toEqual({ ...answered('first'), failure: away });
    const gone = answer(404);
    await expect(last.shown(Promise.reject(gone), form)).rejects.toBe(gone);
  });

  it('shows nothing of another address', async () => {
    const last = createLastGood<string>();
    await last.shown(loaded('first'), form);
    await expect(last.shown(Promise.reject(failure), '/history')).rejects.toBe(failure);
  });
});

describe('a refresh that ends after a later one', () => {
  it.each([
    ['fails', failure],
    ['succeeds', answered('older')],
  ])('and %s does not replace it, also after a step', async (_, ending) => {
    const last = createLastGood<string>();
    await last.shown(loaded('first'), form);
    const late = pending();
    const ended = last.shown(late.answer, form);
    const newest = loaded('newest');
    await last.shown(newest, form);
    late.end(ending);
    await ended;

    last.follow(newest, review);

    expect(await last.shown(Promise.reject(failure), review)).toEqual({ ...answered('newest'), failure });
  });
});
