import { describe, expect, it } from 'vitest';
import { NoSlot, Slots } from './slots.js';

describe('slots', () => {
  it('let so many in at once, and the others in the order of their coming', async () => {
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

  it('are handed back once, however often that is said', async () => {
    const slots = new Slots(1);
    const leave = await slots.take(10);
    leave();
    leave();
    await slots.take(10);
    await expect(slots.take(10)).rejects.toBeInstanceOf(NoSlot);
  });

  it('pass over whoever stopped waiting', async () => {
    const slots = new Slots(1);
    const leave = await slots.take(10);
    await expect(slots.take(1)).rejects.toBeInstanceOf(NoSlot);
    const patient = slots.take(1_000);
    leave();
    await patient;
  });
});
