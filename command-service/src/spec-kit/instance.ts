import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createSandbox } from '@groundswell/broker-sandbox';
import { type Call, calls, headers, type Session } from '@groundswell/contracts';
import { createLog, parseConfig } from '@groundswell/platform';
import type { LinkToIssue } from '@groundswell/platform/links';
import { keepLog, keepSecrets, type Stack, startStack, type WantedStore } from '@groundswell/testing';
import { vi } from 'vitest';
import type { Services, Stubs } from '../composition-root.js';
import { configSchema } from '../config.js';
import { startCommandService } from '../start.js';

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown> & {
    readonly id: string;
    readonly position: string;
    readonly code: string;
  };
}

interface AskOptions {
  readonly token?: string | undefined;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The command service with its own database and event store, and a clock that stands still until moved. */
export interface Instance {
  readonly url: string;
  readonly stack: Stack;
  readonly services: Services;
  /** Variables to start other processes of this service. */
  readonly environment: Readonly<Record<string, string>>;
  readonly logLines: string[];
  ask(call: Call, body?: unknown, options?: AskOptions): Promise<Answer>;
  register(options?: { staff?: boolean; password?: string }): Promise<Person>;
  signIn(person: Person): Promise<Session>;
  /** @param email of someone new, unless given. @returns with the id of their place */
  joinWaitlist(email?: string): Promise<{ readonly id: string; readonly email: string }>;
  /** A link as it is mailed, valid for an hour. */
  issueLink(
    purpose: LinkToIssue['purpose'],
    personId: string,
    more?: Partial<Pick<LinkToIssue, 'lifetime' | 'mailbox'>>,
  ): Promise<string>;
  typesIn(stream: string): Promise<string[]>;
  /** Tells people what they are owed a notice of, as soon as the event store takes it. */
  tellOwed(): Promise<void>;
  /** Current time of the clock, which stands still until moved. */
  now(): Date;
  moveClock(milliseconds: number): void;
  stop(): Promise<void>;
}

/** Cause for what a spec does as an operator. */
export const cause = { actor: { id: 'spec', role: 'operator' }, correlationId: 'spec' } as const;

/** Makes a hash take one millisecond instead of 65, in specs not about passwords. */
const cheap: Stubs['passwordCost'] = { memoryCost: 1_024, timeCost: 1 };

/**
 * @param passwordCost the usual one where a spec is about passwords or their timing
 * @param eventStore in its own process where a spec kills or freezes it
 */
export const startInstance = async (
  variables: Readonly<Record<string, string>> = {},
  passwordCost: Stubs['passwordCost'] = cheap,
  eventStore: WantedStore = 'shared process',
): Promise<Instance> => {
  const stack = await startStack({ eventStore });
  const sandbox = createSandbox({ now: () => new Date(), credentials: { keyId: 'spec', secret: 'spec' } });
  await sandbox.listen({ host: '127.0.0.1', port: 0 });
  const sandboxPort = (sandbox.server.address() as AddressInfo).port;
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const environment = {
    NODE_ENV: 'test',
    // All requests of a spec come from one address.
    NETWORK_LIMIT_FACTOR: '1000',
    EVENTSTORE_URL: stack.eventStoreUrl,
    DATABASE_URL: stack.databaseUrl,
    TOKEN_PRIVATE_KEY: Buffer.from(JSON.stringify(jwk)).toString('base64url'),
    VAULT_MASTER_KEY: randomBytes(32).toString('base64'),
    PUBLIC_URL: 'http://localhost:8000',
    ALPACA_BROKER_URL: `http://127.0.0.1:${sandboxPort}`,
    ALPACA_KEY_ID: 'spec',
    ALPACA_SECRET_KEY: 'spec',
    ...variables,
  };
  const logLines: string[] = [];
  const destination = {
    write: (line: string) => {
      logLines.push(line);
      keepLog('command-service', line);
    },
  };
  const log = createLog({ service: 'command-service', level: 'debug', destination });
  let instant = Date.now();
  const now = () => new Date(instant);
  const service = await startCommandService(parseConfig(configSchema, environment), log, {
    now,
    passwordCost,
  });
  const { accounts, inbox, links } = service.services;

  const ask: Instance['ask'] = async (call, body, options = {}) => {
    const answer = await fetch(new URL(call.path, service.url), {
      method: call.method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
        ...(options.key === undefined ? {} : { [headers.idempotencyKey]: options.key }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) };
  };

  return {
    url: service.url,
    stack,
    services: service.services,
    environment,
    logLines,
    ask,
    async register({ staff = false, password = `pass ${randomUUID()}` } = {}) {
      const email = `${randomUUID()}@example.com`;
      keepSecrets(email, password);
      const id = await accounts.register(email, 'operator', cause);
      await accounts.setPassword(id, password, cause);
      if (staff) await accounts.change(id, { type: 'GrantStaff' }, cause);
      return { id, email, password };
    },
    async signIn({ email, password }) {
      const session = await service.services.signIn.signIn({
        email,
        password,
        network: randomUUID(),
        device: 'A browser',
      });
      if (!('access' in session)) throw new Error(`signing in was refused: ${session.refused}`);
      keepSecrets(session.access, session.refresh);
      return session;
    },
    async joinWaitlist(email = `${randomUUID()}@example.com`) {
      await ask(calls.joinWaitlist, { email });
      await inbox.drain();
      return { id: (await accounts.findByEmail(email)) ?? 'nobody', email };
    },
    issueLink: (purpose, personId, more) =>
      links.issue({ purpose, personId, cause: randomUUID(), lifetime: 3_600_000, ...more }),
    async typesIn(stream) {
      const { events } = await service.services.eventStore.readStream(stream);
      return events.map(({ type }) => type);
    },
    tellOwed: () => vi.waitFor(() => service.services.notices.tellOwed(), { timeout: 15_000 }),
    now,
    moveClock: (milliseconds) => {
      instant += milliseconds;
    },
    async stop() {
      await service.close();
      await sandbox.close();
      await stack.stop();
    },
  };
};
