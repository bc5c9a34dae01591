import { useEffect, useState } from 'react';
import { useLocation, useNavigation } from 'react-router-dom';
import { movedTo$ } from './place.js';
import { useObserved } from './use-observed.js';

/** Milliseconds that need no sign. */
const patience = 300;

/**
 * Whether the screen in the address is awaited: its code, or, while another state of the same screen is shown, its data.
 */
export const useIsAwaited = (): boolean => {
  const { key } = useLocation();
  const navigation = useNavigation();
  const movedTo = useObserved(movedTo$);
  const awaited = navigation.state !== 'idle' || (movedTo !== undefined && movedTo !== key);
  const [long, setLong] = useState(false);
  useEffect(() => {
    if (!awaited) return undefined;
    const timer = setTimeout(() => setLong(true), patience);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [awaited]);
  return awaited && long;
};
