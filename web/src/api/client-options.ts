import type { Session as TokenPair } from '@groundswell/contracts';
import type { Trade } from '../session/one-tab.js';
import type { Tokens } from '../session/tokens.js';
import type { ReadAfter } from './read-after.js';

/** The client's browser dependencies, injected so that its rules can be tested without a browser. */
export interface ClientOptions {
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>;
  readonly tokens: Tokens;
  readonly readAfter: ReadAfter;
  readonly newKey: () => string;
  /** Refreshes expired tokens in one tab; true when there are new ones, whichever tab got them. */
  readonly inOneTab: (expired: TokenPair, trade: Trade) => Promise<boolean>;
  /** After the session has ended: reloads the page. */
  readonly reload: () => void;
  /** Asks the person for a code; false when they decline. */
  readonly proveAnew: () => Promise<boolean>;
  /** Asks the person to prove their identity for the call at a path; undefined when they decline. */
  readonly proveFor: (path: string) => Promise<string | undefined>;
  readonly origin: string;
  readonly leaveFor: (address: string) => void;
}
