import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { ApiError } from '../../api/api-error.js';
import { loadedLater } from '../../components/loaded-later.js';
import { declineProof, proofAsked$ } from '../../session/proof.js';
import { useObserved } from '../use-observed.js';

/** A dialog whose code does not load would block the screen for good: what it was for fails instead. */
const NotLoaded = () => {
  useEffect(() => {
    const asked = proofAsked$.value;
    const code = asked?.by === 'code' ? 'ProofNeeded' : 'IdentityProofNeeded';
    const error = 'We couldn’t start the check. Try again. If that doesn’t help, reload the page.';
    asked?.fail(new ApiError({ status: 403, code, error }));
  }, []);
  return null;
};

// Loaded lazily, since most people are never asked.
const ProofDialog = loadedLater(
  async () => (await import('../../features/security/proof-dialog.js')).ProofDialog,
  { meanwhile: null, failed: () => <NotLoaded /> },
);
const IdentityDialog = loadedLater(
  async () => (await import('../../features/security/identity-dialog.js')).IdentityDialog,
  { meanwhile: null, failed: () => <NotLoaded /> },
);

/** Shown over the current screen, which keeps everything typed. Who leaves that screen, declines. */
export const ProofPrompt = () => {
  const asked = useObserved(proofAsked$);
  const { pathname, key } = useLocation();
  const kind = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is done when they go to another screen.
  useEffect(() => declineProof, [pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: and with each step back, on the same screen as well.
  useEffect(() => {
    if (kind === 'POP') declineProof();
  }, [key]);
  if (!asked) return null;
  return asked.by === 'code' ? (
    <ProofDialog key="code" onAnswer={asked.answer} />
  ) : (
    <IdentityDialog key={asked.path} path={asked.path} onAnswer={asked.answer} />
  );
};
