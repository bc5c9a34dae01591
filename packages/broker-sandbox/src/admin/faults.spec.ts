import { afterEach, describe, expect, it, vi } from 'vitest';
import { Trial } from '../trial/trial.js';
import type { Chaos } from './fault.js';
import { Faults } from './faults.js';

const chaosOf = (seed: number): Chaos => ({
  seed,
  rates: { '429': 0.1, 'commit-drop': 0.2, 'event-lose': 0.3 },
  path: '/v1/accounts',
  delay: 1,
  retryAfter: 0,
});

describe('chaos', () => {
  const drawn = (seed: number, eventsBetween = 0): (string | undefined)[] => {
    const faults = new Faults();
    faults.unleash(chaosOf(seed));
    return Array.from({ length: 2_000 }, () => {
      for (let event = 0; event < eventsBetween; event += 1) faults.meetEvent('/v2/events/funding/status');
      return faults.meet('/v1/accounts', 'POST')?.kind;
    });
  };

  it('comes as often as requested, and nowhere else', () => {
    const kinds = drawn(42);
    const share = (kind: string) => kinds.filter((each) => each === kind).length / kinds.length;
    expect(share('429')).toBeCloseTo(0.1, 1);
    expect(share('commit-drop')).toBeCloseTo(0.2, 1);
    const faults = new Faults();
    faults.unleash(chaosOf(42));
    expect(Array.from({ length: 500 }, () => faults.meet('/v1/clock', 'GET')).filter(Boolean)).toEqual([]);
  });

  it('hits the same calls with the same seed, whatever the streams send meanwhile', () => {
    expect(drawn(7)).toEqual(drawn(7));
    expect(drawn(7, 3)).toEqual(drawn(7));
    expect(drawn(8)).not.toEqual(drawn(7));
  });

  it('also hits events, and counts what it did', () => {
    const faults = new Faults();
    faults.unleash(chaosOf(1));
    const lost = Array.from({ length: 1_000 }, () => faults.meetEvent('/v2/events/funding/status')).filter(
      (kind) => kind === 'event-lose',
    ).length;
    expect(lost).toBeGreaterThan(200);
    expect(faults.injected()).toEqual({ 'event-lose': lost });
    faults.clear();
    expect(faults.injected()).toEqual({});
    expect(faults.meetEvent('/v2/events/funding/status')).toBeUndefined();
  });
});

describe('an answer that is lost after the work', () => {
  let trial: Trial;
  afterEach(() => trial.close());

  const begin = async () => {
    trial = new Trial({ limits: { transfersPerDay: 10 } });
    const url = await trial.server.listen({ host: '127.0.0.1', port: 0 });
    const account = await trial.openAccount();
    const link = await trial.link(account);
    const post = (signal?: AbortSignal) =>
      fetch(`${url}/v1/accounts/${account}/transfers`, {
        method: 'POST',
        headers: { authorization: 'Basic a2V5OnNlY3JldA==', 'content-type': 'application/json' },
        body: JSON.stringify({
          transfer_type: 'ach',
          relationship_id: link,
          direction: 'INCOMING',
          amount: '1',
        }),
        ...(signal && { signal }),
      });
    const plan = (fault: object) => trial.call('POST', '/admin/faults', { method: 'POST', ...fault });
    return { account, post, plan };
  };

  it('leaves one transfer behind a connection that was cut', async () => {
    const { account, post, plan } = await begin();
    await plan({ kind: 'commit-drop' });
    await expect(post()).rejects.toThrow('fetch failed');
    expect(await trial.transfersOf(account)).toHaveLength(1);
  });

  it('leaves one transfer behind a 500', async () => {
    const { account, post, plan } = await begin();
    await plan({ kind: 'commit-500' });
    const answer = await post();
    expect([answer.status, await answer.json()]).toEqual([
      500,
      { code: 50010000, message: 'internal server error occurred' },
    ]);
    expect(await trial.transfersOf(account)).toHaveLength(1);
  });

  it('leaves one transfer behind an answer that never comes', async () => {
    const { account, post, plan } = await begin();
    await plan({ kind: 'commit-hang' });
    const leaving = new AbortController();
    const answer = post(leaving.signal);
    await vi.waitFor(async () => expect(await trial.transfersOf(account)).toHaveLength(1));
    leaving.abort(new Error('gave up'));
    await expect(answer).rejects.toThrow('gave up');
    expect(await trial.transfersOf(account)).toHaveLength(1);
  });

  it('leaves none behind a fault that comes before the work, nor for other methods', async () => {
    const { account, post, plan } = await begin();
    await plan({ kind: 'drop' });
    await expect(post()).rejects.toThrow('fetch failed');
    await plan({ kind: '500' });
    expect((await post()).status).toBe(500);
    await plan({ kind: '429' });
    expect((await post()).status).toBe(429);
    expect(await trial.transfersOf(account)).toEqual([]);
    expect((await trial.call('GET', '/admin/faults')).body).toEqual({ '429': 1, '500': 1, drop: 1 });
  });
});
