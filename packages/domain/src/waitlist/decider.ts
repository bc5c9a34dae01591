import { type Refusal, refuse, type WaitlistEvent } from '@groundswell/contracts';
import { ageOf } from '../clock/clock.js';
import type { WaitlistCommand } from './commands.js';

/** One person's place on the waitlist. */
export interface Place {
  readonly status: 'never joined' | 'waiting' | 'left';
  readonly confirmed: boolean;
  /** Trends the person named. */
  readonly interests: readonly string[];
  /** ISO 8601 instant of the last confirmation mail. Undefined if there was none. */
  readonly askedAt: string | undefined;
}

export const initialState: Place = {
  status: 'never joined',
  confirmed: false,
  interests: [],
  askedAt: undefined,
};

interface Facts {
  /** ISO 8601. */
  readonly now: string;
}

/** An event from the log also has the time at which it took effect. */
type PastEvent = WaitlistEvent | (WaitlistEvent & { readonly metadata: { readonly occurredAt: string } });

/** A confirmation mail goes to someone who may never have asked for it, so it is sent at most once an hour. */
const hour = 3_600_000;
const mayAskAgain = ({ askedAt }: Place, now: string): boolean =>
  askedAt === undefined || ageOf(askedAt, now) >= hour;

const join = (place: Place, conceptId: string | undefined, { now }: Facts): readonly WaitlistEvent[] => {
  if (place.status !== 'waiting') {
    return [{ type: 'WaitlistJoined', data: conceptId === undefined ? {} : { conceptId } }];
  }
  const events: WaitlistEvent[] = [];
  if (conceptId !== undefined && !place.interests.includes(conceptId)) {
    events.push({ type: 'WaitlistInterestAdded', data: { conceptId } });
  }
  if (!place.confirmed && mayAskAgain(place, now)) {
    events.push({ type: 'WaitlistConfirmationRequested', data: {} });
  }
  return events;
};

/** Joining, confirming or leaving a second time produces no events. */
export const decide = (
  command: WaitlistCommand,
  place: Place,
  facts: Facts,
): readonly WaitlistEvent[] | Refusal => {
  switch (command.type) {
    case 'JoinWaitlist':
      return join(place, command.conceptId, facts);
    case 'ConfirmWaitlist':
      if (place.status !== 'waiting') return refuse('LinkNotValid');
      return place.confirmed ? [] : [{ type: 'WaitlistConfirmed', data: {} }];
    case 'LeaveWaitlist':
      if (place.status === 'never joined') return refuse('LinkNotValid');
      return place.status === 'left' ? [] : [{ type: 'WaitlistLeft', data: {} }];
  }
};

const momentOf = (event: PastEvent): string | undefined =>
  'metadata' in event ? event.metadata.occurredAt : undefined;

export const evolve = (place: Place, event: PastEvent): Place => {
  switch (event.type) {
    case 'WaitlistJoined': {
      const { conceptId } = event.data;
      return {
        status: 'waiting',
        confirmed: false,
        interests: conceptId === undefined ? [] : [conceptId],
        askedAt: momentOf(event),
      };
    }
    case 'WaitlistInterestAdded':
      return { ...place, interests: [...place.interests, event.data.conceptId] };
    case 'WaitlistConfirmationRequested':
      return { ...place, askedAt: momentOf(event) };
    case 'WaitlistConfirmed':
      return { ...place, confirmed: true };
    case 'WaitlistLeft':
      return { ...initialState, status: 'left' };
  }
};
