import type { Instance } from '@groundswell/e2e';
import { variablesOf } from '../replay/instance-operator.js';
import { type Audience, signInAll } from './legitimate.js';
import { type Person, registerPeople } from './people.js';

/** Everyone of a load test, all of them signed in. */
export interface Cast {
  readonly audience: Audience;
  /** A member of staff whose token was stolen. */
  readonly stolen: Person;
  /** A customer who attacks. */
  readonly attacker: Person;
  /** Port of the command service, for what goes around the gateway. */
  readonly servicePort: number;
}

const trendsOf = async (url: string): Promise<string[]> => {
  const { concepts } = (await (await fetch(`${url}/api/get_concepts/`)).json()) as {
    concepts: { id: string }[];
  };
  return concepts.map(({ id }) => id);
};

/** Registers people and signs them in. */
export const gather = async (
  { url: publicUrl, dataDirectory }: Pick<Instance, 'url' | 'dataDirectory'>,
  customerCount: number,
): Promise<Cast> => {
  const url = publicUrl.replace('localhost', '127.0.0.1');
  const people = await registerPeople(dataDirectory, [
    ...Array.from({ length: 4 }, (_, index) => ({ address: `127.1.1.${index + 1}`, staff: true })),
    { address: '127.0.0.66', staff: true },
    { address: '127.0.0.67', staff: false },
    ...Array.from({ length: customerCount }, (_, index) => ({
      address: `127.1.2.${index + 1}`,
      staff: false,
    })),
  ]);
  const [staff, stolen, attacker, customers] = [people.slice(0, 4), people[4], people[5], people.slice(6)];
  if (!stolen || !attacker) throw new Error('somebody is missing');
  await signInAll(url, people);
  const audience = { url, trends: await trendsOf(url), customers, staff };
  const ready = JSON.parse(variablesOf(dataDirectory).READINESS_URLS ?? '{}');
  return { audience, stolen, attacker, servicePort: Number(new URL(ready['command-service']).port) };
};
