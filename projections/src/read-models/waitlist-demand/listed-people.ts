import { idOfStream } from '@groundswell/contracts';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import type { RowTable } from '@groundswell/platform/read-store';

/**
 * One step of a person towards a trend, on a day in UTC. Null means that they joined without naming a trend.
 */
interface Step {
  readonly date: string;
  readonly step: 'joined' | 'confirmed' | 'left';
  readonly conceptId: string | null;
}

/** A current or former person on the list. */
interface ListedPerson {
  readonly person_id: string;
  readonly waiting: boolean;
  readonly confirmed: boolean;
  readonly interests: readonly (string | null)[];
  readonly steps: readonly Step[];
}

const newcomer = (person_id: string): ListedPerson => ({
  person_id,
  waiting: false,
  confirmed: false,
  interests: [],
  steps: [],
});

/** So that the daily sums are right, a new interest of a confirmed person is confirmed at once. */
const withInterest = (person: ListedPerson, conceptId: string | null, date: string): ListedPerson => ({
  ...person,
  waiting: true,
  interests: [...person.interests, conceptId],
  steps: [
    ...person.steps,
    { date, step: 'joined', conceptId },
    ...(person.confirmed ? [{ date, step: 'confirmed' as const, conceptId }] : []),
  ],
});

/** Someone who had named no trend has joined for the first they name: they did not leave, nor join twice. */
const withFirstInterest = (person: ListedPerson, conceptId: string): ListedPerson => {
  const joined = person.steps.findLastIndex(({ step }) => step === 'joined');
  return {
    ...person,
    interests: [conceptId],
    steps: person.steps.map((step, at) => (at < joined ? step : { ...step, conceptId })),
  };
};

const forEachInterest = (person: ListedPerson, date: string, step: Step['step']): readonly Step[] => [
  ...person.steps,
  ...person.interests.map((conceptId) => ({ date, step, conceptId })),
];

const evolve = (person: ListedPerson | undefined, event: RecordedEvent): ListedPerson | undefined => {
  const date = event.metadata.occurredAt.slice(0, 10);
  switch (event.type) {
    case 'WaitlistJoined':
      return withInterest(
        { ...(person ?? newcomer(idOfStream(event.stream))), confirmed: false, interests: [] },
        event.data.conceptId ?? null,
        date,
      );
    case 'WaitlistInterestAdded':
      if (person?.interests.includes(null)) return withFirstInterest(person, event.data.conceptId);
      return person && withInterest(person, event.data.conceptId, date);
    case 'WaitlistConfirmed':
      return person && { ...person, confirmed: true, steps: forEachInterest(person, date, 'confirmed') };
    case 'WaitlistLeft':
      return person && { ...person, waiting: false, steps: forEachInterest(person, date, 'left') };
    default:
      return person;
  }
};

/** People by the id of their stream, without names or addresses. */
export const listedPeople: RowTable<ListedPerson> = {
  name: 'listed_person',
  key: 'person_id',
  columns: {
    person_id: 'text',
    waiting: 'boolean',
    confirmed: 'boolean',
    interests: 'jsonb',
    steps: 'jsonb',
  },
  keyOf: ({ stream }) => (stream.startsWith('waitlist-') ? idOfStream(stream) : undefined),
  evolve,
};
