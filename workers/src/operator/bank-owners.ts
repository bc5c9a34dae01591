import { applicationAnswersSchema, idOfStream, isRefusal } from '@groundswell/contracts';
import {
  applicationVaultFields,
  bankVaultFields,
  decide,
  isOwnerInQuestion,
} from '@groundswell/domain/money';
import { openDatabase } from '@groundswell/platform/database';
import type { EventStore } from '@groundswell/platform/event-store';
import { counted, exitCodes, type Handler, NotDone, table } from '@groundswell/platform/operator';
import { openVault } from '@groundswell/platform/vault';
import { decideTogether } from '../shared/decide-together.js';
import { configFor } from './config.js';
import { accountOf, proposedText, reasonedContext, voteOf } from './two-operators.js';
import { withLog } from './with-log.js';

interface Question {
  readonly person: string;
  readonly bank: string;
  readonly since: string;
  /** Operators who proposed an answer that no one has confirmed, and what they proposed. */
  readonly proposedBy: readonly string[];
}

/** All questions ever asked, by link. */
const questionsIn = async (eventStore: EventStore, signal: AbortSignal) => {
  const asked: Omit<Question, 'proposedBy'>[] = [];
  for await (const { events } of eventStore.readAll({ categories: ['tradingAccount'], signal }))
    for (const { type, data, stream, metadata } of events)
      if (type === 'BankOwnerQuestioned')
        asked.push({ person: idOfStream(stream), bank: data.bankLinkId, since: metadata.occurredAt });
  signal.throwIfAborted();
  return asked;
};

/** Unanswered questions about links that still exist. */
const openQuestions = async (eventStore: EventStore, signal: AbortSignal): Promise<Question[]> => {
  const open: Question[] = [];
  for (const question of await questionsIn(eventStore, signal)) {
    const account = await accountOf(eventStore, question.person);
    const link = account.bankLinks.get(question.bank);
    if (!link || !isOwnerInQuestion(link)) continue;
    const proposals = Object.entries(account.proposals).filter(([key]) => key.endsWith(` ${question.bank}`));
    open.push({
      ...question,
      proposedBy: proposals.map(
        ([key, { by, until }]) => `${by}: ${key.split(' ')[1]} until ${until ?? 'now'}`,
      ),
    });
  }
  return open;
};

export const listBankOwners: Handler = ({ terminal, signal }) =>
  withLog(async (eventStore) => {
    const open = await openQuestions(eventStore, signal);
    const rows = open.map(({ person, bank, since, proposedBy }) => [
      person,
      bank,
      since,
      proposedBy.join(', ') || 'nothing',
    ]);
    const text = open.length > 0 ? `${table(['person', 'bank', 'since', 'proposed'], rows)}\n` : '';
    terminal.result(
      open,
      `${text}${counted(open.length, 'name is waiting', 'names are waiting')} for an answer.`,
    );
    return open.length > 0 ? exitCodes.attention : exitCodes.done;
  });

export const showBankOwner: Handler = ({ arguments: { person = '', bank = '' }, terminal }) =>
  withLog(async (eventStore) => {
    const account = await accountOf(eventStore, person);
    const { application } = account;
    if (!account.bankLinks.has(bank) || !application)
      throw new NotDone('This person doesn’t have that bank account.');
    const config = configFor('vault');
    const database = openDatabase({ url: config.DATABASE_URL, name: 'operator' });
    try {
      const vault = await openVault({ database, masterKeys: config.VAULT_MASTER_KEY });
      const { answers } = applicationVaultFields(application.id);
      const { ownerName } = bankVaultFields(bank);
      const found = await vault.get(person, [answers, ownerName]);
      const holder = applicationAnswersSchema.safeParse(JSON.parse(found[answers] ?? 'null')).data;
      const names = {
        holder: holder ? `${holder.first_name} ${holder.last_name}` : null,
        owner: found[ownerName] ?? null,
      };
      terminal.result(
        names,
        `Account holder: ${names.holder ?? 'not known'}\nOwner of the bank account: ${names.owner ?? 'not known'}`,
      );
      return exitCodes.done;
    } finally {
      await database.close();
    }
  });

/** Proposes an answer, or confirms it as the second operator. */
const answering =
  (decision: 'accept' | 'refuse'): Handler =>
  (invocation) =>
    withLog(async (eventStore) => {
      const context = reasonedContext(invocation);
      const { person = '', bank: bankLinkId = '' } = invocation.arguments;
      const vote = voteOf(invocation, context);
      const command = { type: 'DecideBankOwner', decision: { bankLinkId, decision }, ...vote } as const;
      const made = await decideTogether(eventStore, person, (account) => decide(command, account), context);
      if (isRefusal(made)) throw new NotDone(made.message);
      const decided =
        decision === 'accept'
          ? 'Decided: this bank account is theirs, and they can withdraw to it.'
          : 'Decided: this bank account is someone else’s. The link is being removed.';
      const said = made.state === 'decided' ? decided : proposedText(made.until);
      invocation.terminal.result({ bank: bankLinkId, decision, by: vote.by, ...made }, said);
      return exitCodes.done;
    });

export const acceptBankOwner: Handler = answering('accept');
export const refuseBankOwner: Handler = answering('refuse');
