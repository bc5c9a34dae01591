import { useEffect, useRef } from 'react';

/**
 * Defers something until the current press is over: a message that appeared earlier would move the pressed
 * element from under the pointer, and the press would be lost. Uses mouse events, which also follow a tap.
 */
export const useAfterPress = () => {
  const pressed = useRef(false);
  const putOff = useRef<() => void>(undefined);
  useEffect(() => {
    const press = () => {
      pressed.current = true;
    };
    // The click follows the release directly, before any timer.
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
