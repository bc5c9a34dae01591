import { inOneTab } from '../session/one-tab.js';
import { askForCode, askForProof } from '../session/proof.js';
import { tokensIn } from '../session/tokens.js';
import { createClient } from './client.js';
import { readAfterIn } from './read-after.js';

export const tokens = tokensIn(localStorage, Date.now);

/** Also works on plain http, where `crypto.randomUUID` is missing. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

export const { query, queryText, openStream, command, revise, getFrom, postTo } = createClient({
  fetch: (address, init) => fetch(address, init),
  tokens,
  readAfter: readAfterIn(sessionStorage, Date.now),
  newKey,
  inOneTab: inOneTab(tokens, 'locks' in navigator ? navigator.locks : undefined, window),
  proveAnew: askForCode,
  proveFor: askForProof,
  reload: () => location.reload(),
  origin: location.origin,
  leaveFor: (address) => location.assign(address),
});
