import { useSyncExternalStore } from 'react';

const media = matchMedia('(max-width: 720px)');

const subscribe = (onChange: () => void) => {
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
};

/** Whether the window is too narrow for labels next to the lines. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => media.matches);
