import { useEffect, useRef } from 'react';

/**
 * Puts something off until the press that is in progress is over: a message that appeared before would move what is
 * pressed from under the pointer, and the press would be lost. Mouse events, since those of a finger's tap come with it.
 */
export const useAfterPress = () => {
  const pressed = useRef(false);
  const putOff = useRef<() => void>(undefined);
  useEffect(() => {
    const press = () => {
      pressed.current = true;
    };
    // The click comes right after its release, and before any timer.
    const release = () =>
      setTimeout(() => {
        pressed.current = false;
        putOff.current?.();
        putOff.current = undefined;
      });
    addEventListener('mousedown', press, { capture: true });
    addEventListener('mouseup', release, { capture: true });
    return () => {
      removeEventListener('mousedown', press, { capture: true });
      removeEventListener('mouseup', release, { capture: true });
    };
  }, []);
  return (act: () => void) => {
    if (pressed.current) putOff.current = act;
    else act();
  };
};
