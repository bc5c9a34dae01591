import { type ExitCode, type Handler, runOperator } from '@groundswell/platform/operator';
import { adjustCash } from './adjust-cash.js';
import { acceptBankOwner, listBankOwners, refuseBankOwner, showBankOwner } from './bank-owners.js';
import { catalogue } from './catalogue.js';
import { dropParked } from './drop-parked.js';
import { dismissFailed, listFailed, retryFailed } from './failed-jobs.js';
import { listParked, showParked } from './list-parked.js';
import { nightlyRun } from './nightly.js';
import { retryParked } from './retry-parked.js';
import { showPerson, showTransfer } from './show-money.js';
import { adoptTransfer, resolveTransfer } from './transfer-decisions.js';
import { dismissUnknownMails, listUnknownMails, retryUnknownMails } from './unknown-mails.js';

/** The handler of each command in the catalogue. */
const handlers: Readonly<Record<string, Handler>> = {
  'parked list': listParked,
  'parked show': showParked,
  'parked retry': retryParked,
  'parked drop': dropParked,
  'person show': showPerson,
  'transfer show': showTransfer,
  'bank-owner list': listBankOwners,
  'bank-owner show': showBankOwner,
  'bank-owner accept': acceptBankOwner,
  'bank-owner refuse': refuseBankOwner,
  'transfer adopt': adoptTransfer,
  'transfer resolve': resolveTransfer,
  'cash adjust': adjustCash,
  'jobs failed': listFailed,
  'jobs retry': retryFailed,
  'jobs dismiss': dismissFailed,
  'mails unknown': listUnknownMails,
  'mails retry': retryUnknownMails,
  'mails dismiss': dismissUnknownMails,
  'nightly run': nightlyRun,
};

/** Runs one command line about work that reaches outside systems, as `npm run ops` does. */
export const operate = (words: readonly string[]): Promise<ExitCode> =>
  runOperator(words, catalogue, handlers);
