import { useEffect, useState } from 'react';
import type { Claim } from './load-verify.js';
import { type Verdict, verifyConcept } from './verify-concept.js';

export interface Verifying {
  readonly verdict: Verdict | undefined;
  /** Events hashed so far. */
  readonly done: number;
  readonly failure: unknown;
}

const begun: Verifying = { verdict: undefined, done: 0, failure: undefined };

/** Verifies a trend when it is shown, and again when it changes. */
export const useVerdict = ({ id, proof, log }: Claim): Verifying => {
  const [verifying, setVerifying] = useState(begun);
  useEffect(() => {
    let current = true;
    setVerifying(begun);
    const onProgress = (done: number) => current && setVerifying({ ...begun, done });
    verifyConcept(id, proof, log, onProgress).then(
      (verdict) => current && setVerifying({ verdict, done: proof.events.length, failure: undefined }),
      (failure: unknown) => current && setVerifying({ ...begun, failure }),
    );
    return () => {
      current = false;
    };
  }, [id, proof, log]);
  return verifying;
};
