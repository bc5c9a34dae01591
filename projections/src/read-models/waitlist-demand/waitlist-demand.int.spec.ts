import { openDatabase } from '@groundswell/platform/database';
import { applyAtOnce } from '@groundswell/platform/read-store';
import { freshDatabase } from '@groundswell/testing';
import { expect, it } from 'vitest';
import { history } from '../../specification/history.js';
import { waitlistDemand } from './waitlist-demand.js';

it('counts people once, and each of their trends', async () => {
  const { databaseUrl, drop } = await freshDatabase();
  const database = openDatabase({ url: databaseUrl, name: 'waitlist demand spec' });
  await database.query(waitlistDemand.ddl);
  const ocean = history('concept-ocean');
  const ann = history('waitlist-ann');
  const bob = history('waitlist-bob');
  const eve = history('waitlist-eve');
  const dan = history('waitlist-dan');
  const events = [
    ocean.event('ConceptCreated', { conceptId: 'ocean', name: 'Ocean', description: 'Tides' }),
    ann.event('WaitlistJoined', { conceptId: 'ocean' }),
    ann.event('WaitlistConfirmed', {}),
    ann.event('WaitlistInterestAdded', { conceptId: 'space' }),
    bob.event('WaitlistJoined', { conceptId: 'ocean' }),
    eve.event('WaitlistJoined', {}),
    eve.event('WaitlistLeft', {}),
    dan.event('WaitlistJoined', {}),
    dan.event('WaitlistInterestAdded', { conceptId: 'space' }),
  ];
  for (const _turn of ['once', 'twice']) {
    await database.transaction((sql) => applyAtOnce(waitlistDemand.live(), events, sql));
  }

  expect(await waitlistDemand.queries.people(database)).toEqual({ waiting: 3, confirmed: 1, left: 1 });
  expect(await waitlistDemand.queries.concepts(database)).toEqual([
    { concept_id: 'ocean', name: 'Ocean', waiting: 2, confirmed: 1 },
    { concept_id: 'space', name: null, waiting: 2, confirmed: 1 },
  ]);
  expect(await waitlistDemand.queries.days(database)).toEqual([
    { date: '2026-01-05', concept_id: null, joined: 1, confirmed: 0, left: 1 },
    { date: '2026-01-05', concept_id: 'ocean', joined: 2, confirmed: 1, left: 0 },
    { date: '2026-01-05', concept_id: 'space', joined: 2, confirmed: 1, left: 0 },
  ]);
  await database.close();
  await drop();
});
