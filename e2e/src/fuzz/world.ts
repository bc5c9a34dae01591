import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createTokenSigner, privateTokenKeyVariable } from '@groundswell/platform/identity';
import type { OpenInstance, SignIn } from '../launching.js';
import type { Who } from './request.js';
import { send } from './send.js';

/** A person who stays signed in for the whole run. */
export interface Person extends SignIn {
  readonly id: string;
  access: string;
  refresh: string;
  /** When the access token was issued. */
  since: number;
}

/** Existing ids and names that requests can refer to. More are added during the run. */
export interface World {
  readonly url: string;
  readonly customers: Person[];
  readonly staff: Person[];
  readonly known: Readonly<Record<string, string[]>>;
  readonly lost: Readonly<Record<Exclude<Who['is'], 'customer' | 'staff'>, string | undefined>>;
}

/** Milliseconds after which a token is refreshed: it is valid for ten minutes. */
const keptFor = 7 * 60_000;

interface Session {
  readonly access: string;
  readonly refresh: string;
}

/** How often it is tried again what the machine is too busy for. */
const mostAgain = 10;

const post = async (
  url: string,
  target: string,
  fields: object,
  from: readonly [number, number] = [0, 1],
): Promise<Session> => {
  const body = Buffer.from(JSON.stringify(fields));
  const headers = [['content-type', 'application/json']] as const;
  const who = { is: 'nobody' } as const;
  const wanted = {
    kind: 'itself',
    method: 'POST',
    target,
    headers,
    body,
    who,
    from,
    expect: 'understood',
  } as const;
  let answer = await send(url, wanted, undefined);
  for (let again = 1; answer.status === 503 && again <= mostAgain; again += 1) {
    await pause(Number(answer.headers['retry-after']) * 1_000);
    answer = await send(url, wanted, undefined);
  }
  if (answer.status !== 200) throw new Error(`${target} answered ${answer.status}: ${answer.body}`);
  return JSON.parse(answer.body.toString());
};

const subjectOf = (access: string): string =>
  JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()).sub;

/** @param from the last two numbers of this machine's address to use: sign-ins are limited per address */
export const signIn = async (
  url: string,
  { email, password }: SignIn,
  from?: readonly [number, number],
): Promise<Person> => {
  const session = await post(url, '/user/token/', { email, password }, from);
  return { email, password, ...session, id: subjectOf(session.access), since: Date.now() };
};

/** Well-formed tokens that admit no one: expired, of an ended session, and signed with another key. */
const lostTokens = async ({ url, signIns, dataDirectory }: OpenInstance): Promise<World['lost']> => {
  const ended = await signIn(url, signIns.staff);
  await post(url, '/user/logout/', { refresh: ended.refresh });
  const secrets: { tokenPrivateKey: string } = JSON.parse(
    readFileSync(join(dataDirectory, 'secrets.json'), 'utf8'),
  );
  const sign = createTokenSigner(privateTokenKeyVariable.parse(secrets.tokenPrivateKey));
  const subject = { id: ended.id, role: 'staff', sessionId: randomUUID(), tokenId: randomUUID() } as const;
  const expired = sign({ ...subject, issuedAt: new Date(Date.now() - 3_600_000) });
  const [head, claims, signature = ''] = sign({ ...subject, issuedAt: new Date() }).split('.');
  const other = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()), aud: 'elsewhere' }),
  );
  return {
    nobody: undefined,
    garbage: `Bearer ${createHash('sha256').update(signature).digest('base64url')}.e30.x`,
    expired: `Bearer ${expired}`,
    ended: `Bearer ${ended.access}`,
    'another audience': `Bearer ${head}.${other.toString('base64url')}.${signature}`,
  };
};

/** @param people to sign in; at least one of each */
export const openWorld = async (
  instance: OpenInstance,
  people: { readonly customers: Person[]; readonly staff: Person[] },
): Promise<World> => {
  const listed = await fetch(`${instance.url}/api/get_concepts/`);
  const { concepts } = (await listed.json()) as { concepts: { id: string; name: string }[] };
  const signed = await fetch(`${instance.url}/api/checkpoints/`);
  const { checkpoints } = (await signed.json()) as { checkpoints: { hash: string }[] };
  return {
    url: instance.url,
    ...people,
    lost: await lostTokens(instance),
    known: {
      concepts: concepts.map(({ id }) => id),
      symbols: ['SPY', 'AAPL', 'NVDA', 'MSFT'],
      checkpoints: checkpoints.map(({ hash }) => hash),
      uploads: [],
      allocations: [],
      subConcepts: [],
    },
  };
};

const trading = new Map<Person, Promise<void>>();

/** Refreshes the tokens of a person shortly before they expire. Concurrent requests wait for the same refresh. */
const keepFresh = async (world: World, person: Person): Promise<void> => {
  if (Date.now() - person.since < keptFor) return;
  const running =
    trading.get(person) ??
    post(world.url, '/user/token/refresh/', { refresh: person.refresh }).then(
      (session) => void Object.assign(person, session, { since: Date.now() }),
    );
  trading.set(person, running);
  await running.finally(() => trading.delete(person));
};

const personOf = (world: World, who: Who): Person | undefined => {
  if (who.is !== 'customer' && who.is !== 'staff') return undefined;
  const people = who.is === 'staff' ? world.staff : world.customers;
  return people[who.number % people.length];
};

/** A sender's authorization header; undefined for none. */
export const authorizationOf = async (world: World, who: Who): Promise<string | undefined> => {
  const person = personOf(world, who);
  if (!person) return world.lost[who.is as keyof World['lost']];
  await keepFresh(world, person);
  return `Bearer ${person.access}`;
};
