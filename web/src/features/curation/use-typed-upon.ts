import { useRef } from 'react';
import { outrun } from '../../api/api-error.js';

/**
 * Remembers what was on screen when somebody began to type something in its place. When it has changed by the time that
 * they send, they may not have seen that: they are told, and what they send next counts as sent upon what is there now.
 */
export const useTypedUpon = (now: string) => {
  const seen = useRef<string>(undefined);
  return {
    onValues() {
      seen.current ??= now;
    },
    /** Sends it, unless that would overwrite something unseen: then it says so. @throws ApiError */
    async send(send: () => Promise<void>, words: string): Promise<void> {
      const moved = seen.current !== undefined && seen.current !== now;
      seen.current = undefined;
      if (moved) throw outrun(words);
      await send();
    },
  };
};
