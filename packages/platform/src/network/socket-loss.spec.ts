import { describe, expect, it } from 'vitest';
import { isConnectionLoss } from '../database/connection-loss.js';
import { QueueUnavailable, whenConnected } from '../queue/reach.js';
import { isSocketLoss } from './socket-loss.js';

const faultOf = (code: string): Error => Object.assign(new Error(`connect ${code}`), { code });

/** Whether the queues take a fault for one of reaching Redis. */
const isLostQueue = async (fault: Error): Promise<boolean> => {
  const connection = { status: 'ready' } as Parameters<typeof whenConnected>[0];
  const said = await whenConnected(connection, () => Promise.reject(fault)).catch(
    (thrown: unknown) => thrown,
  );
  return said instanceof QueueUnavailable;
};

describe('a lost connection', () => {
  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'ECONNABORTED',
    'EPIPE',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
  ])('%s is one to the database and to the queues alike', async (code) => {
    const fault = faultOf(code);
    expect([isSocketLoss(fault), isConnectionLoss(fault), await isLostQueue(fault)]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('is distinguished from an answer', async () => {
    const answers = [faultOf('EACCES'), faultOf('42P01'), new Error('no'), 'ECONNREFUSED'];
    expect(answers.map(isSocketLoss)).toEqual(answers.map(() => false));
    expect(answers.map(isConnectionLoss)).toEqual(answers.map(() => false));
    expect(await isLostQueue(faultOf('EACCES'))).toBe(false);
  });
});
