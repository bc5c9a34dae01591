import { access } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { findAwayBy } from './parts.js';

/** As an answer from elsewhere: it is heard once this process has time. */
const answers = () => access('.');

const busy = (milliseconds: number): void => {
  const over = performance.now() + milliseconds;
  while (performance.now() < over);
};

const environment = { DATABASE_URL: 'postgres://here', EVENTSTORE_URL: 'esdb://here', REDIS_URL: '' };

it('a part counts as away by what it takes to answer, not by what its neighbor’s client takes to load', async () => {
  const findAway = findAwayBy({
    PostgreSQL: async () => answers,
    'event store': async () => {
      busy(300);
      return answers;
    },
    Redis: async () => answers,
  });
  expect(await findAway(['PostgreSQL', 'event store', 'Redis'], environment, 150)).toEqual([]);
});

it('a part that does not answer in time is away, and one without an address is not asked', async () => {
  const never = async () => () => new Promise(() => undefined);
  const findAway = findAwayBy({ PostgreSQL: never, 'event store': async () => answers, Redis: never });
  const found = await findAway(['PostgreSQL', 'event store', 'Redis'], environment, 150);
  expect(found.map(({ message }) => message)).toEqual([
    'PostgreSQL cannot be reached (DATABASE_URL): it has not answered for 0.15 s',
  ]);
});
