import { expect, it } from 'vitest';
import type { Unclear } from '../transfers/requests.js';
import { namesAll } from './look-again.js';

const unclear = (id: string, ...counted: readonly string[]) =>
  ({ made: { id }, counted }) as unknown as Unclear;

it('a job names all that a transfer may be only if it names each one that was counted, too', () => {
  const reason = 'It shows made as COMPLETE, which may be this one or first, whose money is counted already.';
  expect(namesAll(reason, [unclear('made', 'first')])).toBe(true);
  expect(namesAll(reason, [unclear('made', 'first', 'second')])).toBe(false);
  expect(namesAll(reason, [unclear('made'), unclear('other')])).toBe(false);
});
