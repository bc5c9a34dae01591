import { BehaviorSubject } from 'rxjs';

/** Somebody is asked to give a code before what they want goes on. */
interface ProofAsked {
  /** True once a code was right, false when they would rather not. */
  readonly answer: (proven: boolean) => void;
}

/** What the page stands waiting for; undefined while nothing is asked. */
export const proofAsked$ = new BehaviorSubject<ProofAsked | undefined>(undefined);

let asking: Promise<boolean> | undefined;

/** Asks once, for however many calls wait. */
export const askForProof = (): Promise<boolean> => {
  asking ??= new Promise<boolean>((resolve) => {
    proofAsked$.next({
      answer: (proven) => {
        asking = undefined;
        proofAsked$.next(undefined);
        resolve(proven);
      },
    });
  });
  return asking;
};
