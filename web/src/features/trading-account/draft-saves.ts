import type { ApplicationDraft } from '@groundswell/contracts';
import { command } from '../../api/browser-client.js';

let last: Promise<unknown> = Promise.resolve();

/** Sends a draft; also while the page is unloaded, when nothing that waits would still happen. */
export const sendDraft = (draft: ApplicationDraft): Promise<unknown> =>
  command('saveApplicationDraft', draft, { keepalive: true });

/** Sends a draft after the one before it, so that an older one never overwrites a newer one. */
export const saveDraft = (draft: ApplicationDraft): Promise<unknown> => {
  const saved = last.then(() => sendDraft(draft));
  last = saved.catch(() => undefined);
  return saved;
};

/** Ends with the last save of this tab, whether it succeeded or not. */
export const draftSaved = (): Promise<unknown> => last;
