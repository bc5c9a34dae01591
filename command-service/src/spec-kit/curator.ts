import { randomUUID } from 'node:crypto';
import { calls } from '@groundswell/contracts';
import type { Instance } from './instance.js';

/** A signed-in staff member, and what they do to trends. */
export interface Curator {
  readonly id: string;
  readonly ask: Instance['ask'];
  /** @returns its id */
  createConcept(name?: string): Promise<string>;
  eventsOf(
    conceptId: string,
  ): Promise<Awaited<ReturnType<Instance['services']['eventStore']['readStream']>>['events']>;
}

export const uniqueName = (): string => `Trend ${randomUUID()}`;

export const openCurator = async (instance: Instance): Promise<Curator> => {
  const staff = await instance.register({ staff: true });
  const token = (await instance.signIn(staff)).access;
  const ask: Instance['ask'] = (call, body, options) => instance.ask(call, body, { token, ...options });
  return {
    id: staff.id,
    ask,
    async createConcept(name = uniqueName()) {
      const answer = await ask(calls.createNewConcept, { name, description: 'Power from tides.' });
      if (answer.status !== 200) throw new Error(`no concept was created: ${answer.status}`);
      return answer.body.id;
    },
    eventsOf: async (conceptId) =>
      (await instance.services.eventStore.readStream(`concept-${conceptId}`)).events,
  };
};
