/** Where commits are kept. One commit is one line, so that it is either there whole or not at all. */
export interface Journal {
  /**
   * Hands one commit to the operating system; once this returns, `kill -9` cannot lose it.
   * @throws when the disk refuses; the commit is then not there, nor any part of it.
   */
  readonly write: (commit: unknown) => void;
  /** Resolves once all that was written so far is on the disk itself. */
  readonly durable: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Keeps nothing: for tests, and for a sandbox that was given no folder. */
export const forgetfulJournal: Journal = {
  write: () => {},
  durable: () => Promise.resolve(),
  close: () => Promise.resolve(),
};
