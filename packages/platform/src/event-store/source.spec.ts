import type { AllStreamResolvedEvent } from '@eventstore/db-client';
import { describe, expect, it } from 'vitest';
import { gather } from './source.js';

const at = (place: bigint) => ({ commit: place, prepare: place });
const event = (place: bigint) => ({ event: { event: { position: at(place) } } as AllStreamResolvedEvent });
const checkpoint = (place: bigint) => ({ notice: at(place) });
const caughtUp = { notice: 'caught up' as const };

describe('how far a subscription has come', () => {
  it('is unknown after "nothing yet", which is what a real node says of a log without a match', () => {
    const nothingYet = checkpoint(2n ** 64n - 1n);
    expect(gather([nothingYet, caughtUp])).toEqual({ events: [], position: undefined, caughtUp: true });
    expect(gather([event(7n), nothingYet]).position).toEqual(at(7n));
  });

  it('never goes back behind an event that came before the checkpoint', () => {
    expect(gather([event(7n), event(9n), checkpoint(4n), caughtUp]).position).toEqual(at(9n));
  });

  it('is the checkpoint when that is beyond the last event', () => {
    expect(gather([event(7n), checkpoint(8n)]).position).toEqual(at(8n));
  });
});
