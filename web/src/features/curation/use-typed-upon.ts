import { useRef } from 'react';
import { ApiError, outrun, outrunCode } from '../../api/api-error.js';

interface Replacement<Value> {
  /** What is to stand there. */
  readonly wanted: Value;
  /** It was sent before, and no answer came: only the server can say what became of it. */
  readonly isInDoubt: boolean;
  readonly send: () => Promise<void>;
  /** What is said instead where it would overwrite something unseen. */
  readonly words: string;
}

/**
 * Remembers what was on screen when someone began to put something in its place. When it has changed by the time that
 * they send, they may not have seen that: they are told, and what they send next counts as sent upon what is there now.
 * What is there just as they asked for it is their own doing, whether or not they were answered.
 */
export const useTypedUpon = <Value>(now: Value) => {
  const seen = useRef<Value>(undefined);
  const asked = useRef<Value>(undefined);
  const isUnseen = () => seen.current !== undefined && now !== seen.current && now !== asked.current;
  return {
    /** They begin again, upon what is on screen. */
    begin() {
      seen.current = now;
      asked.current = undefined;
    },
    /** They type: they have begun, unless they had before. */
    onValues() {
      seen.current ??= now;
    },
    /** Sends it, unless that would overwrite something unseen: then it says so. @throws ApiError */
    async send({ wanted, isInDoubt, send, words }: Replacement<Value>): Promise<void> {
      if (isUnseen() && !isInDoubt) {
        seen.current = now;
        throw outrun(words);
      }
      asked.current = wanted;
      try {
        await send();
        seen.current = undefined;
        asked.current = undefined;
      } catch (failure) {
        // They were told already to look at what is there.
        if (failure instanceof ApiError && failure.code === outrunCode) seen.current = undefined;
        throw failure;
      }
    },
  };
};
