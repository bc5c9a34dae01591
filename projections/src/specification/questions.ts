import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createTokenSigner, type PrivateTokenKey } from '@groundswell/platform/identity';

/** One request to each read model, one that is not answered from the cache where possible. */
export interface Questions {
  /** Names of the read models. */
  readonly names: readonly string[];
  ask(name: string): Promise<Response>;
}

/**
 * @param url of the query service
 * @param idOf an id in the log, by the category of its stream
 */
export const questionsTo = async (
  url: string,
  key: PrivateTokenKey,
  idOf: (category: string) => string,
): Promise<Questions> => {
  const sign = createTokenSigner(key);
  const tokenOf = (role: 'user' | 'staff', id: string) =>
    sign({ id, role, sessionId: 's-1', tokenId: randomUUID(), issuedAt: new Date() });
  /** Made for each request: the whole test takes longer than a token lives. */
  const staff = () => tokenOf('staff', 'u-1');
  const person = () => tokenOf('user', idOf('tradingAccount'));
  const concept = idOf('concept');

  const questions: Readonly<Record<string, { path: (turn: number) => string; token?: () => string }>> = {
    trendList: { path: () => '/api/get_concepts/' },
    conceptRecord: { path: () => `/api/get_audit_csv/?concept_id=${concept}`, token: staff },
    growth: { path: () => `/api/get_concept_calculation/?concept_id=${concept}` },
    logChain: { path: (turn) => `/api/checkpoints/?before=${turn.toString(16).padStart(64, '0')}` },
    parkedJobs: { path: () => '/api/get_parked_jobs/', token: staff },
    tradingAccount: { path: () => '/api/get_cash_activity_csv/', token: person },
    waitlistDemand: { path: () => '/api/get_waitlist_demand/', token: staff },
  };
  let turn = 0;
  return {
    names: Object.keys(questions),
    async ask(name) {
      const { path, token } = questions[name] ?? { path: () => '/nothing', token: undefined };
      turn += 1;
      const headers: Record<string, string> = token ? { authorization: `Bearer ${await token()}` } : {};
      return fetch(`${url}${path(turn)}`, { headers });
    },
  };
};

/** Milliseconds between two questions: without them, asking takes half of a processor from what is tested. */
const pause = 75;

/** Queries read models over and over. @returns a function that stops and returns those that did not answer */
export const askAllTheWhile = (ask: Questions['ask'], names: readonly string[]) => {
  const failed: string[] = [];
  const answered = new Set<string>();
  const over = new AbortController();
  const asked = (async () => {
    while (!over.signal.aborted || answered.size < names.length) {
      for (const name of names) {
        const { status } = await ask(name);
        if (status !== 200) failed.push(`${name}: ${status}`);
        answered.add(name);
        await setTimeout(pause);
      }
    }
  })();
  return async (): Promise<string[]> => {
    over.abort();
    await asked;
    return failed;
  };
};
