import { describe, expect, it } from 'vitest';
import { gather } from './gather.js';

const answered = <Data>(data: Data) => Promise.resolve({ data, stale: false, position: '7' });
const failed = () => Promise.reject(new Error('unavailable'));
const status = {
  head: '7',
  out_of_reach: [],
  read_models: [],
  alarms: [],
  queues: [],
  failed_jobs: [],
  replays: [],
};

describe('what the console shows', () => {
  it('is whatever answers, when others do not', async () => {
    const jobs = answered({ jobs: [] });
    const found = await gather({ status: failed(), jobs, differences: failed() });
    expect(found.data).toEqual({ status: null, jobs: [], differences: null });
    const other = await gather({ status: answered(status), jobs: failed(), differences: failed() });
    expect(other.data).toEqual({ status, jobs: null, differences: null });
  });

  it('is a failure when nothing answers', async () => {
    const nobody = { status: failed(), jobs: failed(), differences: failed() };
    await expect(gather(nobody)).rejects.toThrow('unavailable');
  });
});
