import { calls, type Session } from '@groundswell/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Instance, type Person, startInstance } from '../../spec-kit/instance.js';

let instance: Instance;
let person: Person;
let session: Session;
beforeAll(async () => {
  instance = await startInstance({}, undefined, 'own process');
});
afterAll(() => instance.stop());

const signal = (name: 'SIGSTOP' | 'SIGCONT') => process.kill(instance.stack.eventStore?.pid ?? 0, name);
beforeEach(async () => {
  person = await instance.register();
  session = await instance.signIn(person);
  signal('SIGSTOP');
});
afterEach(() => signal('SIGCONT'));

const signIn = () => instance.ask(calls.signIn, { email: person.email, password: person.password });
const refresh = () => instance.ask(calls.refreshToken, { refresh: session.refresh });

describe('while the event store is frozen', () => {
  it.each([
    ['sign-in', signIn],
    ['refresh', refresh],
  ])('a %s is told to come back after about three seconds, and then succeeds', async (_name, ask) => {
    const begun = performance.now();
    const { status, headers } = await ask();
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    expect(performance.now() - begun).toBeLessThan(5_000);
    expect(await instance.services.sessions.listOf(person.id)).toHaveLength(1);
    signal('SIGCONT');
    expect((await ask()).status).toBe(200);
  });
});
