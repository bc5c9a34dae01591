import { randomUUID } from 'node:crypto';
import { calls, streamOf } from '@groundswell/contracts';
import type { Instance } from '../../../spec-kit/instance.js';

type Answering = ReturnType<Instance['ask']>;

export const newPassword = () => `tide ${randomUUID()}`;

/** Asking for links that set a password, and following them, on the instance that a spec starts. */
export const resettingOn = (instance: () => Instance) => {
  /** None of these may ever appear in a log. */
  const secrets: string[] = [];
  const typesOf = (personId: string) => instance().typesIn(streamOf('user', personId));
  return {
    secrets,
    typesOf,
    async requestReset(email: string, options: Parameters<Instance['ask']>[2] = {}): Answering {
      secrets.push(email);
      const answer = await instance().ask(calls.requestPasswordReset, { email }, options);
      await instance().services.inbox.drain();
      return answer;
    },
    /** How many links were sent, of those asked for. */
    timesSent: async (personId: string) =>
      (await typesOf(personId)).filter((type) => type === 'PasswordResetRequested').length,
    tokenFor: async (personId: string, lifetime?: number) => {
      const more = lifetime === undefined ? {} : { lifetime };
      const token = await instance().issueLink('password_reset', personId, more);
      secrets.push(token);
      return token;
    },
    reset: (token: string, password: string): Answering => {
      secrets.push(password);
      return instance().ask(calls.resetPassword, { token, password });
    },
    signIn: (email: string, password: string): Answering => instance().ask(calls.signIn, { email, password }),
  };
};
