import { BehaviorSubject } from 'rxjs';

interface Failing {
  /** It cannot be asked: the action fails for this reason. */
  readonly fail: (reason: unknown) => void;
}

/** A request for proof of identity before an action continues. */
export type ProofAsked =
  | (Failing & {
      readonly by: 'code';
      /** True after a correct code, false when they decline. */
      readonly answer: (proven: boolean) => void;
    })
  | (Failing & {
      readonly by: 'identity';
      /** The call it is for. */
      readonly path: string;
      /** The proof from the server; undefined when they decline. */
      readonly answer: (proof: string | undefined) => void;
    });

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
const ask = <Answer>(
  question: (answer: (given: Answer) => void, fail: Failing['fail']) => ProofAsked,
): Promise<Answer> => {
  declineProof();
  return new Promise((resolve, reject) => {
    const once =
      <Given>(settle: (given: Given) => void) =>
      (given: Given) => {
        if (proofAsked$.value !== asked) return;
        proofAsked$.next(undefined);
        settle(given);
      };
    const asked = question(once(resolve), once(reject));
    proofAsked$.next(asked);
  });
};

let asking: Promise<boolean> | undefined;

/** Asks once, however many calls wait. */
export const askForCode = (): Promise<boolean> => {
  asking ??= ask<boolean>((answer, fail) => ({ by: 'code', answer, fail })).finally(() => {
    asking = undefined;
  });
  return asking;
};

/** Each call has its own proof. */
export const askForProof = (path: string): Promise<string | undefined> =>
  ask<string | undefined>((answer, fail) => ({ by: 'identity', path, answer, fail }));
