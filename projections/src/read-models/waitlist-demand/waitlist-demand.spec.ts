import { foldRows } from '@groundswell/platform/read-store';
import { describe, expect, it } from 'vitest';
import { history } from '../../specification/history.js';
import { listedPeople } from './listed-people.js';
import { wantedConcepts } from './wanted-concepts.js';

const ann = history('waitlist-ann');
const joined = ann.event('WaitlistJoined', { conceptId: 'ocean' });
const confirmed = ann.event('WaitlistConfirmed', {});
const alsoSpace = ann.event('WaitlistInterestAdded', { conceptId: 'space' });
const left = ann.event('WaitlistLeft', {});
const again = ann.event('WaitlistJoined', {});
const date = '2026-01-05';

describe('a person on the list', () => {
  it('waits for the trend that brought them', () => {
    expect(foldRows(listedPeople, [joined])).toEqual([
      {
        person_id: 'ann',
        waiting: true,
        confirmed: false,
        interests: ['ocean'],
        steps: [{ date, step: 'joined', conceptId: 'ocean' }],
      },
    ]);
  });

  it('is confirmed for every trend they named, before and after', () => {
    const [person] = foldRows(listedPeople, [joined, confirmed, alsoSpace]);
    expect(person?.steps.map(({ step, conceptId }) => [step, conceptId])).toEqual([
      ['joined', 'ocean'],
      ['confirmed', 'ocean'],
      ['joined', 'space'],
      ['confirmed', 'space'],
    ]);
  });

  it('counts as one who named no trend only until they name one', () => {
    const bob = history('waitlist-bob');
    const [person] = foldRows(listedPeople, [
      bob.event('WaitlistJoined', {}),
      bob.event('WaitlistInterestAdded', { conceptId: 'space' }),
      bob.event('WaitlistConfirmed', {}),
    ]);
    expect(person?.interests).toEqual(['space']);
    expect(person?.steps.map(({ step, conceptId }) => [step, conceptId])).toEqual([
      ['joined', 'space'],
      ['confirmed', 'space'],
    ]);
  });

  it('is counted once, and as gone only when they go, if they name a trend once they are confirmed', () => {
    const bob = history('waitlist-bob');
    const [person] = foldRows(listedPeople, [
      bob.event('WaitlistJoined', {}),
      bob.event('WaitlistLeft', {}),
      bob.event('WaitlistJoined', {}),
      bob.event('WaitlistConfirmed', {}),
      bob.event('WaitlistInterestAdded', { conceptId: 'space' }),
      bob.event('WaitlistInterestAdded', { conceptId: 'ocean' }),
    ]);
    const stepsFor = (trend: string | null) =>
      person?.steps.filter(({ conceptId }) => conceptId === trend).map(({ step }) => step);
    expect(stepsFor(null)).toEqual(['joined', 'left']);
    expect(stepsFor('space')).toEqual(['joined', 'confirmed']);
    expect(stepsFor('ocean')).toEqual(['joined', 'confirmed']);
  });

  it('leaves all trends at once, and may come back without naming one', () => {
    const [gone] = foldRows(listedPeople, [joined, alsoSpace, left]);
    expect(gone).toMatchObject({ waiting: false });
    expect(gone?.steps.slice(-2).map(({ step, conceptId }) => [step, conceptId])).toEqual([
      ['left', 'ocean'],
      ['left', 'space'],
    ]);
    const [back] = foldRows(listedPeople, [joined, confirmed, left, again]);
    expect(back).toMatchObject({ waiting: true, confirmed: false, interests: [null] });
  });

  it('is the same when a batch comes twice', () => {
    const batch = [joined, confirmed, alsoSpace, left, again];
    expect(foldRows(listedPeople, [...batch, ...batch])).toEqual(foldRows(listedPeople, batch));
  });
});

describe('a wanted trend', () => {
  it('is shown under its newest name', () => {
    const ocean = history('concept-ocean');
    const events = [
      ocean.event('ConceptCreated', { conceptId: 'ocean', name: 'Ocean', description: 'Tides' }),
      ocean.event('ConceptRenamed', { name: 'Blue' }),
      ocean.event('ConceptDescribed', { description: 'Waves' }),
    ];
    expect(foldRows(wantedConcepts, events)).toEqual([{ id: 'ocean', name: 'Blue' }]);
  });
});
