import { BehaviorSubject } from 'rxjs';

/** A request for proof of identity before an action continues. */
export type ProofAsked =
  | {
      readonly by: 'code';
      /** True after a correct code, false when they decline. */
      readonly answer: (proven: boolean) => void;
    }
  | {
      readonly by: 'identity';
      /** The call it is for. */
      readonly path: string;
      /** The proof from the server; undefined when they decline. */
      readonly answer: (proof: string | undefined) => void;
    };

/** The proof that the page waits for; undefined when there is none. */
export const proofAsked$ = new BehaviorSubject<ProofAsked | undefined>(undefined);

/** Declines what is asked, if anything is. */
export const declineProof = (): void => {
  const asked = proofAsked$.value;
  if (asked?.by === 'code') asked.answer(false);
  else asked?.answer(undefined);
};

/**
 * Asks, in place of what was asked before. An answer counts once, and only while it is what is asked: one that comes
 * late from a closed dialog answers nothing else.
 */
const ask = <Answer>(question: (answer: (given: Answer) => void) => ProofAsked): Promise<Answer> => {
  declineProof();
  return new Promise((resolve) => {
    const asked = question((given) => {
      if (proofAsked$.value !== asked) return;
      proofAsked$.next(undefined);
      resolve(given);
    });
    proofAsked$.next(asked);
  });
};

let asking: Promise<boolean> | undefined;

/** Asks once, however many calls wait. */
export const askForCode = (): Promise<boolean> => {
  asking ??= ask<boolean>((answer) => ({ by: 'code', answer })).finally(() => {
    asking = undefined;
  });
  return asking;
};

/** Each call has its own proof. */
export const askForProof = (path: string): Promise<string | undefined> =>
  ask<string | undefined>((answer) => ({ by: 'identity', path, answer }));
