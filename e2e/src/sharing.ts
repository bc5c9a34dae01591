import { inject } from 'vitest';
import type { OpenInstance } from './instance.js';

let hasCome = false;

/** The instance that specs share. Leave it at the end of the spec: it is stopped once no one needs it. */
export const comeToSharedInstance = async (): Promise<OpenInstance> => {
  hasCome = true;
  const answer = await fetch(inject('sharedInstanceUrl'), { method: 'POST' });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return JSON.parse(text) as OpenInstance;
};

export const leaveSharedInstance = async (): Promise<void> => {
  if (!hasCome) return;
  hasCome = false;
  await fetch(inject('sharedInstanceUrl'), { method: 'DELETE' });
};
