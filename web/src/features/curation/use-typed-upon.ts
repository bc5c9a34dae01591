import { useRef } from 'react';
import { ApiError, outrun, outrunCode } from '../../api/api-error.js';

interface Replacement<Value> {
  /** The new value. */
  readonly wanted: Value;
  /** It was sent before, without an answer: only the server knows the outcome. */
  readonly isInDoubt: boolean;
  readonly send: () => Promise<void>;
  /** The message if it would overwrite something unseen. */
  readonly words: string;
}

/**
 * Remembers what was on screen when someone started to edit it. If it has changed by the time they send, they
 * may not have seen that: they get a message, and their next attempt counts as based on the present state. A
 * present state equal to their request is their own doing, answered or not.
 */
export const useTypedUpon = <Value>(now: Value) => {
  const seen = useRef<Value>(undefined);
  const asked = useRef<Value>(undefined);
  const isUnseen = () => seen.current !== undefined && now !== seen.current && now !== asked.current;
  return {
    /** They start over, from what is on screen. */
    begin() {
      seen.current = now;
      asked.current = undefined;
    },
    /** They type: editing has started, unless it had before. */
    onValues() {
      if (seen.current !== undefined) return;
      seen.current = now;
      if (now === asked.current) asked.current = undefined;
    },
    /**
     * Sends the value, unless that would overwrite something unseen: then shows the message. @throws ApiError
     */
    async send({ wanted, isInDoubt, send, words }: Replacement<Value>): Promise<void> {
      if (isUnseen() && !isInDoubt) {
        seen.current = now;
        throw outrun(words);
      }
      asked.current = wanted;
      try {
        await send();
        // What they sent remains their own doing: the screen may show it late.
        seen.current = undefined;
      } catch (failure) {
        // They were already asked to look at the present state.
        if (failure instanceof ApiError && failure.code === outrunCode) seen.current = undefined;
        throw failure;
      }
    },
  };
};
