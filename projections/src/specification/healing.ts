import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { type Database, openDatabase } from '@groundswell/platform/database';
import { connectEventStore } from '@groundswell/platform/event-store';
import { createTokenSigner, type PrivateTokenKey } from '@groundswell/platform/identity';
import { type ReadModel, schemaOf } from '@groundswell/platform/read-store';
import { startPart, startStack } from '@groundswell/testing';
import { expect, vi } from 'vitest';
import { carryOut } from '../operator/spec-kit/carry-out.js';
import { readModels } from '../registry.js';
import { anotherHistory } from './golden-history.js';
import type { Harm } from './harms.js';

const entryOf = (part: string): string => new URL(`../../../${part}/dist/main.js`, import.meta.url).pathname;

/** Milliseconds within which an operator must learn that tables are damaged. */
const soon = { timeout: 10_000, interval: 100 };
const patiently = { timeout: 30_000, interval: 100 };

/** The change, and its table. */
export interface Harmed {
  readonly table: string;
  readonly harm: Harm;
}

/**
 * Projections and the query service over a log with every kind of event, with functions to damage and repair their
 * tables.
 */
export const startHealing = async () => {
  const stack = await startStack({ eventStore: true });
  const variables = { DATABASE_URL: stack.databaseUrl, EVENTSTORE_URL: stack.eventStoreUrl };
  const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as PrivateTokenKey;
  const projections = await startPart(entryOf('projections'), variables);
  const queryService = await startPart(entryOf('query-service'), {
    ...variables,
    ALPACA_BROKER_URL: 'http://127.0.0.1:1',
    ALPACA_KEY_ID: 'spec',
    ALPACA_SECRET_KEY: 'spec',
    TOKEN_PUBLIC_KEY: Buffer.from(JSON.stringify(key)).toString('base64url'),
  });
  const urls = [queryService, projections].map(({ port }) => `http://127.0.0.1:${port}`);
  const eventStore = connectEventStore({ url: stack.eventStoreUrl, persistence: 20_000 });
  const database: Database = openDatabase({ url: stack.databaseUrl, name: 'spec', connections: 4 });
  const history = anotherHistory('heal');
  for (const { stream, event } of history) {
    await eventStore.append(stream, [event], { expectedRevision: 'any' });
  }
  const idOf = (category: string) =>
    history.find(({ stream }) => stream.startsWith(`${category}-`))?.stream.slice(category.length + 1) ?? '';
  const concept = idOf('concept');
  const sign = await createTokenSigner(key);
  const tokenOf = (role: 'user' | 'staff', id: string) =>
    sign({ id, role, sessionId: 's-1', tokenId: randomUUID(), issuedAt: new Date() });
  /** Made for each request: the whole test takes longer than a token lives. */
  const staff = () => tokenOf('staff', 'u-1');
  const person = () => tokenOf('user', idOf('tradingAccount'));

  /** One request to each read model, one that is not answered from the cache where possible. */
  const questions: Readonly<
    Record<string, { path: (turn: number) => string; token?: () => Promise<string> }>
  > = {
    trendList: { path: () => '/api/get_concepts/' },
    conceptRecord: { path: () => `/api/get_audit_csv/?concept_id=${concept}`, token: staff },
    growth: { path: () => `/api/get_concept_calculation/?concept_id=${concept}` },
    logChain: { path: (turn) => `/api/checkpoints/?before=${1_000_000 + turn}` },
    parkedJobs: { path: () => '/api/get_parked_jobs/', token: staff },
    tradingAccount: { path: () => '/api/get_cash_activity_csv/', token: person },
    waitlistDemand: { path: () => '/api/get_waitlist_demand/', token: staff },
  };
  let turn = 0;
  const ask = async (name: string) => {
    const { path, token } = questions[name] ?? { path: () => '/nothing', token: undefined };
    turn += 1;
    return fetch(
      `${urls[0]}${path(turn)}`,
      token ? { headers: { authorization: `Bearer ${await token()}` } } : {},
    );
  };

  const ops = (...words: string[]) => carryOut(words, { ...variables, OPERATOR_ID: 'ops-3' });

  /**
   * The problems in `status`, without those of the history (a job waits, a price is missing) and those that
   * stay until they are answered.
   */
  const problems = async (): Promise<string[]> => {
    const { document } = await ops('status', '--json');
    return document.problems.filter(
      (words: string) => !/^finding |waits for a decision|missing since/.test(words),
    );
  };

  /** Waits until every part reports that all is well. */
  const untilWell = () =>
    vi.waitFor(async () => {
      expect(await problems()).toEqual([]);
      for (const url of urls) expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    }, patiently);

  /** Queries read models continuously. @returns a function that stops and returns those that did not answer */
  const askAllTheWhile = (names: readonly string[]) => {
    const failed: string[] = [];
    const answered = new Set<string>();
    const over = new AbortController();
    const asked = (async () => {
      while (!over.signal.aborted || answered.size < names.length) {
        for (const name of names) {
          const { status } = await ask(name);
          if (status !== 200) failed.push(`${name}: ${status}`);
          answered.add(name);
        }
      }
    })();
    return async (): Promise<string[]> => {
      over.abort();
      await asked;
      return failed;
    };
  };

  const untilNoticed = async ({ name }: ReadModel, tables: readonly string[]): Promise<void> => {
    await vi.waitFor(async () => {
      const problem = (await problems()).find((words) => words.startsWith(`${name}: `));
      for (const table of tables) expect(problem).toMatch(new RegExp(`\\b${table}\\b`));
      expect(problem).toContain(`\`replay ${name}\` rebuilds it from the log.`);
    }, soon);
    for (const url of urls) {
      await vi.waitFor(async () => {
        const answer = await fetch(`${url}/health/ready`);
        expect(answer.status).toBe(503);
        const said = await answer.text();
        expect(said).toContain(name);
        expect(said).toContain(`replay ${name}`);
      }, soon);
    }
  };

  return {
    database,
    ask,
    ops,
    problems,
    untilWell,
    asked: Object.keys(questions),
    /** Damages a read model's tables, and watches it until it has recovered. All others answer meanwhile. */
    async heals(model: ReadModel, harmed: readonly Harmed[]): Promise<void> {
      const { name } = model;
      for (const { table, harm } of harmed) await harm.does(database, schemaOf(model), table);
      const stop = askAllTheWhile(readModels.flatMap((other) => (other === model ? [] : other.name)));
      try {
        await untilNoticed(
          model,
          harmed.map(({ table }) => table),
        );
        for (const words of [
          ['verify', name],
          ['replay', name, '--dry-run'],
        ]) {
          const { code, out, notes } = await ops(...words);
          expect([code, out + notes]).toEqual([1, expect.stringContaining(`${name} is damaged: `)]);
        }
        const { code, out, notes } = await ops('replay', name);
        expect([code, out + notes]).toEqual([0, expect.stringContaining('Swapped in')]);
        const verified = await ops('verify', name);
        expect([verified.code, verified.out]).toEqual([0, expect.stringContaining('Every row is what')]);
      } finally {
        expect(await stop()).toEqual([]);
      }
      await untilWell();
      expect((await ask(name)).status).toBe(200);
    },
    async stop(): Promise<void> {
      await Promise.all([database.close(), eventStore.dispose(), queryService.stop(), projections.stop()]);
      await stack.stop();
    },
  };
};
