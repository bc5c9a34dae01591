import { describe, expect, it } from 'vitest';
import { openDoubts } from './doubts.js';

describe('what a process knows of attempts', () => {
  it('is that its own fence was written and nothing sent behind it, until it sends', () => {
    const doubts = openDoubts(() => 0);
    expect(doubts.isUnsent('mine')).toBe(false);
    doubts.fencing('mine');
    expect([doubts.isUnsent('mine'), doubts.isUnsent('another'), doubts.isUnsent(undefined)]).toEqual([
      true,
      false,
      false,
    ]);
    doubts.sending('mine');
    expect(doubts.isUnsent('mine')).toBe(false);
  });

  it('is for how long it has seen one without an outcome, by its own clock', () => {
    let now = 100;
    const doubts = openDoubts(() => now);
    expect(doubts.waited('t.1')).toBe(0);
    now = 250;
    expect([doubts.waited('t.1'), doubts.waited('t.2')]).toEqual([150, 0]);
  });

  it('is bounded: the oldest is forgotten', () => {
    let now = 0;
    const doubts = openDoubts(() => now);
    doubts.waited('first');
    doubts.fencing('first');
    for (let count = 0; count < 10_000; count += 1) {
      doubts.waited(`t.${count}`);
      doubts.fencing(`c.${count}`);
    }
    now = 50;
    expect([doubts.waited('first'), doubts.isUnsent('first')]).toEqual([0, false]);
  });
});
