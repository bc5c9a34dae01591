import type { ApplicationDraft } from '@groundswell/contracts';

/** Storage key of what the page before this one knew: whose draft was unsaved, and its checksum. */
const storageKey = 'unsaved_draft';

/**
 * Tells one draft from another, and gives nothing of it away. Lines of different order are the same draft: the server may
 * send the answers in another order.
 */
const checksumOf = (draft: ApplicationDraft | null): string => {
  const text = JSON.stringify(Object.entries(draft ?? {}).sort(([one], [other]) => (one < other ? -1 : 1)));
  return String(
    [...text].reduce((sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) | 0, 7),
  );
};

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * What was typed in a tab and is not known to be saved. The answers stay in memory, because they are personal; the tab's
 * storage has their checksum, so that after a reload it is known whether they arrived.
 * @param person id of who is signed in now: a page may outlive a session, and then belongs to someone else
 */
export const unsavedDraftIn = (storage: Store, person: () => string | undefined) => {
  let unsaved: { readonly draft: ApplicationDraft; readonly by: string | undefined } | undefined;
  let leftBehind = storage.getItem(storageKey);
  return {
    current: (): ApplicationDraft | undefined => (unsaved?.by === person() ? unsaved?.draft : undefined),
    keep(draft: ApplicationDraft): void {
      const by = person();
      unsaved = { draft, by };
      leftBehind = null;
      storage.setItem(storageKey, `${by} ${checksumOf(draft)}`);
    },
    /** It was saved, or is no longer wanted. */
    settle(): void {
      unsaved = undefined;
      storage.removeItem(storageKey);
    },
    /** Whether this person typed something before the page was reloaded that a draft does not have. */
    isMissingIn(draft: ApplicationDraft | null): boolean {
      const [typedBy, checksum] = leftBehind?.split(' ') ?? [];
      return typedBy === person() && checksum !== checksumOf(draft);
    },
    /** What the page before this one left counts no more: the person sees what was saved of it. */
    seen(): void {
      leftBehind = null;
      if (!unsaved) storage.removeItem(storageKey);
    },
  };
};
