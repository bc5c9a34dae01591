import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '../../api/api-error.js';

/** One attempt to sign in at a time: its failure, or the challenge whose code is asked for next. */
export const useEntering = () => {
  const navigate = useNavigate();
  const waiting = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [challenge, setChallenge] = useState<string>();

  /** Ignores further attempts while one is in progress. */
  const enter = async (way: () => Promise<void>) => {
    if (waiting.current) return;
    waiting.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      await way();
      await navigate('/load_last_url', { replace: true });
    } catch (caught) {
      if (caught instanceof ApiError && caught.challenge) setChallenge(caught.challenge);
      else setFailure(caught);
    } finally {
      waiting.current = false;
      setBusy(false);
    }
  };

  return { busy, isEntering: () => waiting.current, failure, setFailure, challenge, setChallenge, enter };
};
