import { describe, expect, it } from 'vitest';
import { NoSlot, Slots } from './slots.js';

describe('slots', () => {
  it('admit a fixed number at once, and the others in order of arrival', async () => {
    const slots = new Slots(2);
    const entered: string[] = [];
    const enter = async (name: string) => {
      const leave = await slots.take(1_000);
      entered.push(name);
      return leave;
    };
    const [leaveFirst] = await Promise.all([enter('first'), enter('second')]);
    const third = enter('third');
    const fourth = enter('fourth');
    expect(entered).toEqual(['first', 'second']);

    leaveFirst();
    const leaveThird = await third;
    expect(entered).toEqual(['first', 'second', 'third']);

    leaveThird();
    await fourth;
    expect(entered).toEqual(['first', 'second', 'third', 'fourth']);
  });

  it('are released once, however often release is called', async () => {
    const slots = new Slots(1);
    const leave = await slots.take(10);
    leave();
    leave();
    await slots.take(10);
    await expect(slots.take(10)).rejects.toBeInstanceOf(NoSlot);
  });

  it('skip callers that stopped waiting', async () => {
    const slots = new Slots(1);
    const leave = await slots.take(10);
    await expect(slots.take(1)).rejects.toBeInstanceOf(NoSlot);
    const patient = slots.take(1_000);
    leave();
    await patient;
  });
});
