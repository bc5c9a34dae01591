import { type Database, openDatabase } from '@groundswell/platform/database';
import {
  counted,
  exitCodes,
  type Handler,
  NotDone,
  reasonOf,
  table,
  WrongUsage,
} from '@groundswell/platform/operator';
import { openOutbox } from '../mail/outbox.js';
import { decideUnknownMails, type MailDecision, unknownMails } from '../mail/unknown-mails.js';
import { configFor, readActor } from './config.js';

const withOutbox = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
  const database = openDatabase({ url: configFor('database').DATABASE_URL, name: 'operator' });
  try {
    await openOutbox(database);
    return await work(database);
  } finally {
    await database.close();
  }
};

export const listUnknownMails: Handler = ({ terminal }) =>
  withOutbox(async (database) => {
    const mails = await unknownMails(database);
    const rows = mails.map(({ id, kind, personId, since }) => [id, kind, personId, since.toISOString()]);
    const text = mails.length > 0 ? `${table(['mail', 'kind', 'person', 'since'], rows)}\n` : '';
    terminal.result(mails, `${text}${counted(mails.length, 'email')} may not have been sent.`);
    return mails.length > 0 ? exitCodes.attention : exitCodes.done;
  });

const deciding =
  (to: MailDecision['to'], said: (mails: number) => string): Handler =>
  (invocation) => {
    const { 'mail|all': mail = '' } = invocation.arguments;
    const reason = reasonOf(invocation);
    if (reason === undefined) throw new WrongUsage('Add --reason="…": how you know this');
    const { id: by } = readActor(invocation);
    const id = mail === 'all' ? undefined : mail;
    return withOutbox(async (database) => {
      const mails = await decideUnknownMails(database, { id, to, by, reason });
      if (mails === 0) throw new NotDone('No such email is of unknown outcome: `mails unknown` lists them.');
      invocation.terminal.result({ mail, mails, state: to, by }, said(mails));
      return exitCodes.done;
    });
  };

export const retryUnknownMails = deciding(
  'waiting',
  (mails) => `${counted(mails, 'email')} will be sent within a minute, unless it is too late for it.`,
);
export const dismissUnknownMails = deciding(
  'dismissed',
  (mails) => `${counted(mails, 'email is', 'emails are')} dismissed.`,
);
