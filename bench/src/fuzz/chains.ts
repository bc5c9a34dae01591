import { join } from 'node:path';
import { type Instance, type Operation, type Person, type Run, together, type Who } from '@groundswell/e2e';
import { curatorChain } from './curator-chain.js';
import { moneyChain } from './money-chain.js';
import { Mailbox, personChain } from './person-chain.js';
import { goThrough, Walk } from './walk.js';

export interface Chains {
  readonly instance: Instance;
  /** Its people change their passwords and sessions: no one else sends requests of those beyond `fuzzing`. */
  readonly run: Run;
  readonly operations: ReadonlyMap<string, Operation>;
  /** How many of the people only send requests, and go the chain of money alone. */
  readonly fuzzing: number;
  readonly seed: number;
  readonly googleTokenOf: (email: string) => string;
}

/** They wait most of the time: for the broker, for mails, and for the next minute, when ten calls of money were made in this one. */
const atATime = 24;

const walkOf = ({ run, operations, seed }: Chains, who: Who, number: number): Walk =>
  new Walk(run, operations, who, [50 + (number % 100), 1 + (number % 250)], seed);

const goMoneyChain = async (chains: Chains, person: Person, number: number): Promise<void> => {
  const walk = walkOf(chains, { is: 'customer', number }, number);
  const other = walk.as({ is: 'customer', number: (number + 1) % chains.fuzzing });
  await goThrough(chains.run, () => moneyChain(walk, other, number, person));
};

const goAllChains = async (
  chains: Chains,
  mailbox: Mailbox,
  person: Person,
  number: number,
): Promise<void> => {
  const { run, googleTokenOf } = chains;
  await goMoneyChain(chains, person, number);
  const walk = walkOf(chains, { is: 'customer', number }, number);
  const curator = walkOf(chains, { is: 'staff', number }, number);
  await goThrough(run, () => curatorChain(curator, walk, run.world, number));
  const visitor = walk.as({ is: 'nobody' });
  const googleToken = googleTokenOf(person.email);
  const concept = run.world.known.concepts?.[0] ?? '';
  await goThrough(run, () => personChain({ walk, visitor, person, mailbox, googleToken, concept }));
};

const peopleOf = ({ run }: Chains): [number, Person][] => [...run.world.customers.entries()];

/** Those of whom requests are sent go from their application to money that moved. Until then they must ask for no account by chance. */
export const openAccounts = (chains: Chains): Promise<void> =>
  together(peopleOf(chains).slice(0, chains.fuzzing), atATime, ([number, person]) =>
    goMoneyChain(chains, person, number),
  );

/** Everyone else goes all chains. */
export const goChains = async (chains: Chains): Promise<void> => {
  const mailbox = new Mailbox(join(chains.instance.dataDirectory, 'mailbox'));
  await together(peopleOf(chains).slice(chains.fuzzing), atATime, ([number, person]) =>
    goAllChains(chains, mailbox, person, number),
  );
};
