import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Agenda } from './agenda.js';

const step = (due: number) => ({ due, changes: () => [] });

describe('the agenda', () => {
  it('hands out each step once, when it is due, in order of time and entry', () => {
    const action = fc.record({ id: fc.nat({ max: 8 }), due: fc.option(fc.nat({ max: 20 })) });
    fc.assert(
      fc.property(fc.array(action), fc.nat({ max: 20 }), (actions, now) => {
        const agenda = new Agenda();
        const expected = new Map<number, ReturnType<typeof step>>();
        for (const { id, due } of actions) {
          expected.delete(id);
          const next = due === null ? undefined : step(due);
          if (next) expected.set(id, next);
          agenda.set(String(id), next);
        }
        const inOrder = [...expected.values()].sort((a, b) => a.due - b.due);
        expect(agenda.nextDue()).toBe(inOrder[0]?.due);
        for (const due of inOrder.filter((each) => each.due <= now)) expect(agenda.take(now)).toBe(due);
        expect(agenda.take(now)).toBeUndefined();
        expect(agenda.nextDue()).toBe(inOrder.find((each) => each.due > now)?.due);
      }),
    );
  });
});
