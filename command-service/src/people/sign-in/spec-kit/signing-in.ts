import { calls, type Session } from '@groundswell/contracts';
import { keepSecrets } from '@groundswell/testing';
import type { Instance, Person } from '../../../spec-kit/instance.js';

/** Calls about sessions on the instance that a spec starts. */
export const signingInOn = (instance: () => Instance) => {
  /** Everything personal or secret used here: none of it may appear in a log. */
  const secrets: string[] = [];
  const signIn = (email: string, password: string): ReturnType<Instance['ask']> => {
    secrets.push(email, password);
    return instance().ask(calls.signIn, { email, password });
  };
  return {
    secrets,
    signIn,
    async refresh(token: string) {
      secrets.push(token);
      const { status, body } = await instance().ask(calls.refreshToken, { refresh: token });
      return { status, code: body.code, session: body as unknown as Session };
    },
    async newSession(person?: Person): Promise<Session> {
      const { email, password } = person ?? (await instance().register());
      const session = (await signIn(email, password)).body as unknown as Session;
      keepSecrets(session.access, session.refresh);
      return session;
    },
    whoAmI: (token: string): ReturnType<Instance['ask']> =>
      instance().ask(calls.getUser, undefined, { token }),
  };
};
