import { join } from 'node:path';
import { type House, type Operation, type Person, type Run, together, type Who } from '@groundswell/e2e';
import { curatorChain } from './curator-chain.js';
import { moneyChain } from './money-chain.js';
import { Mailbox, personChain } from './person-chain.js';
import { goThrough, Walk } from './walk.js';

export interface Chains {
  readonly house: House;
  /** Its people change their passwords and sessions: nobody else sends requests of those beyond `fuzzing`. */
  readonly run: Run;
  readonly operations: ReadonlyMap<string, Operation>;
  /** How many of the people only send requests, and go the chain of money alone. */
  readonly fuzzing: number;
  readonly seed: number;
  readonly googleTokenOf: (email: string) => string;
}

const atATime = 8;

/** Everybody goes from their application to money that moved, and those who do nothing else go all other chains, too. */
export const goChains = async (chains: Chains): Promise<void> => {
  const { house, run, operations, fuzzing, seed, googleTokenOf } = chains;
  const { world } = run;
  const mailbox = new Mailbox(join(house.dataDirectory, 'mailbox'));
  const walkOf = (who: Who, number: number) =>
    new Walk(run, operations, who, [50 + (number % 100), 1 + (number % 250)], seed);
  const go = async (person: Person, number: number): Promise<void> => {
    const walk = walkOf({ is: 'customer', number }, number);
    const other = walk.as({ is: 'customer', number: (number + 1) % fuzzing });
    await goThrough(run, () => moneyChain(walk, other, number, person));
    if (number < fuzzing) return;
    const curator = walkOf({ is: 'staff', number }, number);
    await goThrough(run, () => curatorChain(curator, walk, world, number));
    const visitor = walk.as({ is: 'nobody' });
    const googleToken = googleTokenOf(person.email);
    const concept = world.known.concepts?.[0] ?? '';
    await goThrough(run, () => personChain({ walk, visitor, person, mailbox, googleToken, concept }));
  };
  await together([...world.customers.entries()], atATime, ([number, person]) => go(person, number));
};
