import { askParts, type Unready } from '@groundswell/platform';
import { waitUntil } from '../infrastructure/processes.js';
import { type AddressBook, readinessUrls } from './plan/addresses.js';

interface Settled {
  /** The parts that are not ready. */
  readonly unready: Unready;
  /** Asks them again. */
  readonly ask: () => Promise<Unready>;
}

/** Waits until every part is ready, and the list of trends shows what was loaded, but 30 seconds at most. */
export const settle = async (book: AddressBook, gateway: string, position: bigint): Promise<Settled> => {
  const urls = readinessUrls(book);
  const ask = () => askParts(urls);
  const list = `${gateway}/api/get_concepts/`;
  const readAfter = position > 0n ? { 'read-after': position.toString() } : undefined;
  const stale: Unready = {
    'query-service': [{ check: 'answer', why: 'it does not show the loaded data yet' }],
  };
  let unready: Unready = {};
  await waitUntil(async () => {
    unready = await ask();
    if (Object.keys(unready).length > 0) return false;
    const answer = await answerOf(list, readAfter);
    unready = answer?.ok === true && answer.headers.get('read-stale') !== 'true' ? {} : stale;
    return unready !== stale;
  }, 30_000);
  return { unready, ask };
};

/** Undefined while there is no response: a crashed gateway is restarted. */
const answerOf = (url: string, headers: Record<string, string> = {}): Promise<Response | undefined> =>
  fetch(url, { headers }).catch(() => undefined);
