import { describe, expect, it } from 'vitest';
import { type Allocation, askedOf, draftOf, draftsUpon, faultInArranging, isSame } from './draft.js';

const allocation = (id: string, percent_allocation: number): Allocation => ({
  id,
  sub_concept: { id: 'solar', name: 'Solar' },
  company_name: id,
  stock_symbol: id,
  percent_allocation,
});
const began = [allocation('RUN', 60), allocation('NXT', 40)];

describe('weights that cannot be fitted to 100%', () => {
  it('are so because of what is no weight, or else because of the locked ones', () => {
    const drafts = began.map(draftOf);
    const cleared = drafts.map((draft, at) => (at === 0 ? { ...draft, text: '' } : draft));
    expect(faultInArranging(cleared)).toMatch(/^Enter a percentage .* for RUN\.$/);
    expect(faultInArranging(drafts.map((draft) => ({ ...draft, locked: true })))).toMatch(
      /Unlock at least one/,
    );
  });
});

describe('weights that change during editing', () => {
  it('keep what was typed, and show what it would replace', () => {
    const typed = began.map((held) => ({ ...draftOf(held), text: '50.00', locked: true }));

    const [run, next] = draftsUpon(typed, [allocation('RUN', 70), allocation('NXT', 30)]);

    expect(run).toMatchObject({ text: '50.00', locked: true, allocation: { percent_allocation: 70 } });
    expect(next).toMatchObject({ text: '50.00', allocation: { percent_allocation: 30 } });
  });

  it('lose the line of what is gone, and have one more for what came', () => {
    const lines = draftsUpon(began.map(draftOf), [allocation('RUN', 60), allocation('FSLR', 40)]);

    expect(lines.map(({ allocation: { id }, text }) => [id, text])).toEqual([
      ['RUN', '60.00'],
      ['FSLR', '40.00'],
    ]);
  });

  it('are told from those that stayed as they were, in whatever order they come', () => {
    expect(isSame(began, began.toReversed())).toBe(true);
    expect(isSame(began, [allocation('RUN', 60), allocation('NXT', 39)])).toBe(false);
    expect(isSame(began, began.slice(1))).toBe(false);
    expect(isSame(began, [allocation('RUN', 60), allocation('FSLR', 40)])).toBe(false);
  });

  it('are known for those that were asked for, however they were typed', () => {
    const asked = askedOf(began.map((held) => ({ ...draftOf(held), text: ' 12.5 ' })));

    expect(isSame(asked, [allocation('NXT', 12.5), allocation('RUN', 12.5)])).toBe(true);
    expect(isSame(asked, [allocation('NXT', 12.51), allocation('RUN', 12.5)])).toBe(false);
  });
});
