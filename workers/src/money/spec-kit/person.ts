import { randomUUID } from 'node:crypto';
import type { TradingAccountEvent, TransferDirection } from '@groundswell/contracts';
import { type ApplicationAnswers, isRefusal } from '@groundswell/contracts';
import {
  applicationVaultFields,
  bankVaultFields,
  decide,
  evolve,
  initialState,
  type OwnerCommand,
  type TradingAccount,
} from '@groundswell/domain/money';
import { dispatch } from '@groundswell/platform/event-store';
import { agreement, answersOf } from './answers.js';
import { eventually, type Trial } from './trial.js';

export const ssn = '520114207';
export const accountNumber = '000123456789';
export const routingNumber = '121000358';

/** A person whose requests are recorded the way the command service records them. */
export interface Person {
  readonly id: string;
  readonly email: string;
  /** @param at when they asked, otherwise now */
  readonly ask: (command: OwnerCommand, at?: Date) => Promise<void>;
  /** Applies for an account. @returns the application's id */
  readonly apply: (answers?: Partial<ApplicationAnswers>, at?: Date) => Promise<string>;
  readonly link: (bank?: {
    replaces?: string;
    number?: string;
    routing?: string;
    ownerMatches?: boolean;
  }) => Promise<string>;
  readonly move: (amount: string, direction?: TransferDirection, at?: Date) => Promise<string>;
}

/** No daily limits here; the broker has its own. */
const limits = { transfersPerDay: 1_000, centsPerDay: 100_000_000n };

export const newPerson = ({ eventStore, vault, account }: Trial): Person => {
  const id = randomUUID();
  const email = `${id}@example.com`;
  const ask: Person['ask'] = async (command, at = new Date()) => {
    const commandId = randomUUID();
    const done = await dispatch<TradingAccount, TradingAccountEvent>(eventStore, {
      stream: `tradingAccount-${id}`,
      folding: { initialState, evolve },
      decide: (state) => decide(command, state, limits),
      context: {
        commandId,
        actor: { id, role: 'user' },
        correlationId: commandId,
        occurredAt: at.toISOString(),
      },
    });
    if (isRefusal(done)) throw new Error(`${command.type} was refused: ${done.refused}`);
  };
  return {
    id,
    email,
    ask,
    async apply(answers = {}, at = new Date()) {
      const applicationId = randomUUID();
      const fields = applicationVaultFields(applicationId);
      await vault.put(id, {
        [fields.answers]: { value: JSON.stringify({ ...answersOf(email), ...answers }) },
        [fields.agreement]: { value: JSON.stringify(agreement) },
        [fields.ssn]: { value: ssn, expiresAt: new Date(Date.now() + 3_600_000) },
      });
      await ask({ type: 'RequestTradingAccount', applicationId, agreementVersion: agreement.version }, at);
      return applicationId;
    },
    async link({ replaces, number = accountNumber, routing = routingNumber, ownerMatches = true } = {}) {
      const bankLinkId = randomUUID();
      const fields = bankVaultFields(bankLinkId);
      await vault.put(id, {
        [fields.ownerName]: { value: 'Ada Byron' },
        [fields.accountNumber]: { value: number, expiresAt: new Date(Date.now() + 3_600_000) },
        [fields.routingNumber]: { value: routing, expiresAt: new Date(Date.now() + 3_600_000) },
      });
      await ask({
        type: 'RequestBankLink',
        look: { proven: true, ownerMatches, withdrawableFrom: null },
        bankLinkId,
        accountType: 'checking',
        ending: number.slice(-4),
        replaces,
      });
      return bankLinkId;
    },
    async move(amount, direction = 'incoming', at = new Date()) {
      const transferId = randomUUID();
      const { bankLinks } = await account(id);
      const link = [...bankLinks.values()].find(({ stage }) => stage === 'accepted');
      const day = '2026-11-20';
      const asked = { transferId, bankLinkId: link?.id ?? '', direction, amount };
      const days = { now: '2026-03-02T15:00:00.000Z', tradingDay: day, expectedOn: day };
      await ask({ type: 'RequestTransfer', ...asked, ...days }, at);
      return transferId;
    },
  };
};

/** Someone with an active account and a linked bank; workers must be running. */
export const customer = async (trial: Trial, bank: Parameters<Person['link']>[0] = {}): Promise<Person> => {
  const person = newPerson(trial);
  await person.apply();
  await eventually(async () => {
    if ((await trial.account(person.id)).brokerStatus !== 'ACTIVE') throw new Error('not active yet');
  });
  const link = await person.link(bank);
  await eventually(async () => {
    const found = (await trial.account(person.id)).bankLinks.get(link);
    if (found?.brokerStatus !== 'APPROVED') throw new Error('not linked yet');
  });
  return person;
};
