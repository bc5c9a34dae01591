import type { ApplicationDraft } from '@groundswell/contracts';
import { BehaviorSubject, concatMap, debounce, Subject, timer } from 'rxjs';
import { ApiError } from '../../api/api-error.js';
import { command, tokens } from '../../api/browser-client.js';
import { outcomeOf } from '../../api/outcome.js';
import { unsavedDraft } from './load-draft.js';

/** Milliseconds without typing after which the draft is saved, and after a failure until the next try. */
const pauses = { typing: 700, failure: 5_000 } as const;

export type Saving =
  | { readonly state: 'nothing' | 'under-way' | 'saved' }
  | { readonly state: 'failed' | 'refused'; readonly why: string };

/** Outlives the screen: what was typed is also saved after that was left. */
export const saving$ = new BehaviorSubject<Saving>({ state: 'nothing' });

const typed = new Subject<{ readonly draft: ApplicationDraft; readonly after: number }>();

const reasonOf = (failure: unknown): string =>
  failure instanceof ApiError ? failure.message : 'Something unexpected happened.';

const send = (draft: ApplicationDraft) => command('saveApplicationDraft', draft, { keepalive: true });

/** Stops saving: the application was sent, here or elsewhere. */
export const draftSent = (): void => {
  unsavedDraft.settle();
  saving$.next({ state: 'nothing' });
};

const save = async (draft: ApplicationDraft) => {
  const isNewest = () => unsavedDraft.current() === draft;
  if (!isNewest()) return;
  try {
    await send(draft);
    if (!isNewest()) return;
    unsavedDraft.settle();
    saving$.next({ state: 'saved' });
  } catch (failure) {
    if (!isNewest()) return;
    if (failure instanceof ApiError && failure.code === 'TradingAccountExists') return draftSent();
    const why = reasonOf(failure);
    // What was refused is refused again: it is up to the person to change it.
    if (outcomeOf(failure, false) === 'refused') return saving$.next({ state: 'refused', why });
    saving$.next({ state: 'failed', why });
    typed.next({ draft, after: pauses.failure });
  }
};

// One at a time, so that an older draft never overwrites a newer one.
typed
  .pipe(
    debounce(({ after }) => timer(after)),
    concatMap(({ draft }) => save(draft)),
  )
  .subscribe();

const saveAtOnce = () => {
  const draft = unsavedDraft.current();
  if (draft) typed.next({ draft, after: 0 });
};
addEventListener('online', saveAtOnce);
// Now, since nothing that waits happens once the page is gone.
addEventListener('pagehide', () => {
  const draft = unsavedDraft.current();
  if (draft) send(draft).catch(() => undefined);
});
addEventListener('beforeunload', (event) => {
  // After a sign-out there is nothing to stay for.
  const isUnsaved = 'why' in saving$.value && unsavedDraft.current() !== undefined;
  if (isUnsaved && tokens.read()) event.preventDefault();
});

export const keepDraft = (draft: ApplicationDraft, after: number = pauses.typing): void => {
  unsavedDraft.keep(draft);
  saving$.next({ state: 'under-way' });
  typed.next({ draft, after });
};
