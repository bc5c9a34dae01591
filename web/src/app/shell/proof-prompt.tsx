import { lazy, Suspense } from 'react';
import { proofAsked$ } from '../../session/proof.js';
import { useObserved } from '../use-observed.js';

// Loaded lazily, since most people are never asked.
const ProofDialog = lazy(async () => ({
  default: (await import('../../features/security/proof-dialog.js')).ProofDialog,
}));
const IdentityDialog = lazy(async () => ({
  default: (await import('../../features/security/identity-dialog.js')).IdentityDialog,
}));

/** Shown over the current screen, which keeps everything typed. */
export const ProofPrompt = () => {
  const asked = useObserved(proofAsked$);
  if (!asked) return null;
  return (
    <Suspense>
      {asked.by === 'code' ? (
        <ProofDialog onAnswer={asked.answer} />
      ) : (
        <IdentityDialog path={asked.path} onAnswer={asked.answer} />
      )}
    </Suspense>
  );
};
