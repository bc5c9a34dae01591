import { query } from '../../api/browser-client.js';
import { currentSession, session$ } from '../../session/session.js';
import { unsavedDraftIn } from './unsaved-draft.js';

export const unsavedDraft = unsavedDraftIn(sessionStorage, () => {
  const session = session$.value;
  return session.status === 'signed-in' ? session.user.id : undefined;
});

/** Milliseconds until the draft is read again while it lacks what was typed before a reload: that may be arriving. */
const pauses = [250, 500, 1_000, 2_000] as const;

/** The draft as typed in this tab, or else as saved; `lost` when that lacks what was typed before a reload. */
export const loadDraft = async () => {
  await currentSession();
  const unsaved = unsavedDraft.current();
  let answered = await query('getApplicationDraft');
  const isLost = () => !unsaved && unsavedDraft.isMissingIn(answered.data.draft);
  for (const pause of pauses) {
    if (!isLost()) break;
    await new Promise((passed) => setTimeout(passed, pause));
    answered = await query('getApplicationDraft');
  }
  const { draft, sent } = answered.data;
  return { ...answered, data: { draft: unsaved ?? draft, sent, lost: isLost() } };
};
