import { type ReactNode, useEffect, useRef } from 'react';

const fields = 'input, select, textarea';

/** The first field to type in, if there is one. */
export const firstFieldIn = (part: HTMLElement | null): HTMLElement | null =>
  part?.querySelector<HTMLElement>(fields) ?? null;

/** Moves the focus to its first field when it appears in place of what had the focus. */
export const FocusFirst = ({ children }: { children: ReactNode }) => {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => firstFieldIn(part.current)?.focus(), []);
  return <div ref={part}>{children}</div>;
};
