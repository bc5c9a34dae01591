import { describe, expect, it } from 'vitest';
import { closeEverything, onShutdown } from './shutdown.js';

describe('the end of a process', () => {
  it('closes everything once, last opened first, and continues when one fails', async () => {
    const closed: string[] = [];
    const faults: string[] = [];
    onShutdown('database', () => void closed.push('database'));
    onShutdown('queue', () => {
      throw new Error('Redis is away');
    });
    onShutdown('http', async () => {
      await Promise.resolve();
      closed.push('http');
    });
    const report = (name: string) => void faults.push(name);
    await closeEverything(report);
    await closeEverything(report);
    expect({ closed, faults }).toEqual({ closed: ['http', 'database'], faults: ['queue'] });
  });
});
