import { Chance } from '../history/chance.js';
import { type Asked, ask, askAndNote, type Caller, newCaller } from './asking.js';
import { newTallies, type Tallies } from './measures.js';
import { arrive } from './open-model.js';
import type { Person } from './people.js';

export interface Audience {
  readonly url: string;
  /** Ids of trends that are shown. */
  readonly trends: readonly string[];
  readonly customers: readonly Person[];
  readonly staff: readonly Person[];
}

/** What people do in a second. */
const usualLoad = { reads: 40, signIns: 2, commands: 2 } as const;

const visitors: readonly Caller[] = Array.from({ length: 100 }, (_, index) =>
  newCaller(`127.1.0.${index + 1}`),
);

/** Most look, some are signed in and look at what is theirs. */
const readOf = (chance: Chance, { trends, customers }: Audience): readonly [Caller, Asked] => {
  const visitor = chance.pick(visitors);
  const get = (path: string): Asked => ({ method: 'GET', path });
  const trend = chance.pick(trends);
  const kind = chance.weighted({ page: 10, list: 25, trend: 25, details: 10, changes: 5, own: 15, user: 10 });
  switch (kind) {
    case 'page':
      return [visitor, get('/')];
    case 'list':
      return [visitor, get('/api/get_concepts/')];
    case 'trend':
      return [visitor, get(`/api/get_concept/?concept_id=${trend}`)];
    case 'details':
      return [visitor, get(`/api/get_concept_details/${trend}/`)];
    case 'changes':
      return [visitor, get(`/api/get_concept_changes/?concept_id=${trend}`)];
    case 'own':
      return [chance.pick(customers), get('/api/get_cash_balance/')];
    case 'user':
      return [chance.pick(customers), get('/user/user/')];
  }
};

/** No name is given twice: that would be refused. */
const newName = (() => {
  let given = 0;
  return (): number => {
    given += 1;
    return given;
  };
})();

const signIn = async (url: string, person: Person) => {
  const { email, password } = person;
  const answer = await ask(url, person, { method: 'POST', path: '/user/token/', body: { email, password } });
  if (answer.status === 200) person.token = JSON.parse(answer.text).access;
  return answer;
};

/** Everyone signs in once: from then on their networks are known. */
export const signInAll = async (url: string, people: readonly Person[]): Promise<void> => {
  for (const person of people) {
    const { status, text } = await signIn(url, person);
    if (status !== 200) throw new Error(`${person.email} could not sign in: ${status} ${text}`);
  }
};

/**
 * People come for a number of seconds, at their usual rate or a multiple of it.
 * @returns once every one of them has an answer, or has given up
 */
export const visit = async (
  audience: Audience,
  { seconds, times = 1, seed }: { readonly seconds: number; readonly times?: number; readonly seed: number },
): Promise<Tallies> => {
  const { url, customers, staff } = audience;
  const tallies = newTallies();
  const chance = new Chance(seed);
  const waiting = new Set<Promise<unknown>>();
  const follow = (promise: Promise<unknown>): void => {
    waiting.add(promise);
    void promise.finally(() => waiting.delete(promise));
  };
  const end = performance.now() + seconds * 1_000;
  const until = (): boolean => performance.now() >= end;
  let turn = 0;
  await Promise.all([
    arrive(usualLoad.reads * times, seed + 1, until, (meant) => {
      const [caller, asked] = readOf(chance, audience);
      follow(askAndNote(tallies.reads, meant, () => ask(url, caller, asked)));
    }),
    arrive(usualLoad.signIns * times, seed + 2, until, (meant) => {
      turn += 1;
      const person = customers[turn % customers.length] as Person;
      follow(askAndNote(tallies['sign-ins'], meant, () => signIn(url, person)));
    }),
    arrive(usualLoad.commands * times, seed + 3, until, (meant) => {
      const body = { concept_id: chance.pick(audience.trends), name: `Trend ${newName()}` };
      const asked: Asked = { method: 'POST', path: '/api/rename_concept/', body };
      follow(askAndNote(tallies.commands, meant, () => ask(url, chance.pick(staff), asked)));
    }),
  ]);
  await Promise.all(waiting);
  return tallies;
};
