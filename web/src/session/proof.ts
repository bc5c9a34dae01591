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

let asking: Promise<boolean> | undefined;

/** Asks once, however many calls wait. */
export const askForCode = (): Promise<boolean> => {
  asking ??= new Promise<boolean>((resolve) => {
    proofAsked$.next({
      by: 'code',
      answer: (proven) => {
        asking = undefined;
        proofAsked$.next(undefined);
        resolve(proven);
      },
    });
  });
  return asking;
};

/** Each call has its own proof. */
export const askForProof = (path: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    proofAsked$.next({
      by: 'identity',
      path,
      answer: (proof) => {
        proofAsked$.next(undefined);
        resolve(proof);
      },
    });
  });
