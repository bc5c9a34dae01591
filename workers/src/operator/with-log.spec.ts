import { EventStoreUnavailable } from '@groundswell/platform/event-store';
import { commandOf, parseCommandLine, WrongUsage } from '@groundswell/platform/operator';
import { afterEach, expect, it, vi } from 'vitest';
import { catalogue } from './catalogue.js';
import { contextOf, withLog } from './with-log.js';

afterEach(() => vi.unstubAllEnvs());

it('a command says that the event store cannot be reached, instead of waiting for it', async () => {
  vi.stubEnv('EVENTSTORE_URL', 'esdb://127.0.0.1:1?tls=false');
  const work = vi.fn();

  await expect(withLog(work)).rejects.toThrow(EventStoreUnavailable);
  expect(work).not.toHaveBeenCalled();
});

it.each(['parked retry', 'parked drop'])('a decision names its operator and reason: %s', (name) => {
  vi.stubEnv('OPERATOR_ID', 'ops-3');
  const contextWhen = (...options: string[]) => {
    const words = [...name.split(' '), 'a-job', '--reason=the broker was asked', ...options];
    return contextOf(parseCommandLine(words, commandOf(words, catalogue) ?? { name, summary: '' }));
  };

  expect(contextWhen()).toMatchObject({
    actor: { id: 'ops-3', role: 'operator' },
    reason: 'the broker was asked',
  });
  expect(contextWhen('--as=ops-7').actor).toEqual({ id: 'ops-7', role: 'operator' });
  expect(() => contextWhen('--as=dana@groundswell.test')).toThrow(WrongUsage);
});
