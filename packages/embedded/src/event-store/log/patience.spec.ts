import { describe, expect, it } from 'vitest';
import { Patience } from './patience.js';

const after = (milliseconds: number, wishes: number, waiting: number): Patience => {
  const patience = new Patience();
  for (let commit = 0; commit < 50; commit += 1) patience.committed(milliseconds, wishes, waiting);
  return patience;
};

describe('the patience of the writer', () => {
  it('is zero at first, and zero when commits are quick', () => {
    expect(new Patience().for(1)).toBe(0);
    expect(after(1, 8, 8).for(8)).toBe(0);
  });

  it('is a quarter of a slow commit, within bounds, while some are still to come', () => {
    expect(after(4, 8, 8).for(8)).toBe(1);
    expect(after(8, 8, 8).for(15)).toBe(2);
    expect(after(500, 8, 8).for(1)).toBe(3);
  });

  it('ends when all are there', () => {
    expect(after(8, 8, 8).for(16)).toBe(0);
    expect(after(8, 8, 8).complete(15)).toBe(false);
    expect(after(8, 8, 8).complete(16)).toBe(true);
  });

  it('is zero for a single writer, however slow the disk', () => {
    expect(after(20, 1, 0).for(1)).toBe(0);
  });

  it('does not wait for those who have left', () => {
    const patience = after(8, 8, 8);
    patience.committed(8, 2, 0);
    expect(patience.for(2)).toBe(0);
  });
});
