import { describe, expect, it } from 'vitest';
import { until } from './sandbox.js';

describe('waiting', () => {
  it('asks again until it holds', async () => {
    let asked = 0;
    const read = async () => {
      asked += 1;
      return asked;
    };
    expect(await until(read, (value) => value === 3)).toBe(3);
  });

  it('pauses between two tries, and names what it waited for when it gives up', async () => {
    let asked = 0;
    const read = async () => {
      asked += 1;
      return { status: 'SUBMITTED' };
    };
    const waiting = until(read, ({ status }) => status === 'ACTIVE', 100);
    await expect(waiting).rejects.toThrow(/status === .ACTIVE.*status: 'SUBMITTED'/);
    expect(asked).toBeLessThan(20);
  });
});
