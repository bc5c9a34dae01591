import { moneyOf } from '@groundswell/contracts';
import {
  brokerWordsField,
  statusOfBankLink,
  statusOfTradingAccount,
  type Transfer,
} from '@groundswell/domain/money';
import type { EventStore } from '@groundswell/platform/event-store';
import { exitCodes, type Handler, NotDone } from '@groundswell/platform/operator';
import { openVault, type Vault } from '@groundswell/platform/vault';
import { loadAccount } from '../shared/accounts.js';
import { openWorkersDatabase } from '../shared/open-workers-database.js';
import { configFor } from './config.js';
import { withLog } from './with-log.js';

/** Makes foreign text safe to print on a terminal: nothing in it moves the cursor. */
const shown = (words: string | undefined): string | null =>
  words === undefined ? null : JSON.stringify(words).slice(1, -1);

const withVault = async <T>(work: (vault: Vault) => Promise<T>): Promise<T> => {
  const { DATABASE_URL: url, VAULT_MASTER_KEY: masterKeys } = configFor('vault');
  const database = openWorkersDatabase({ url, name: 'operator', connections: 1 });
  try {
    return await work(await openVault({ database, masterKeys }));
  } finally {
    await database.close();
  }
};

const accountIn = async (eventStore: EventStore, person: string) => {
  const loaded = await loadAccount(eventStore, person);
  if (loaded.revision === 'no_stream') throw new NotDone('No person with this id has a trading account.');
  return loaded;
};

const aboutTransfer = ({ status, submitting, unknown, brokerTransferId }: Transfer): string => {
  if (unknown && submitting) return `${status}, outcome unknown`;
  return brokerTransferId === undefined ? status : `${status}, at the broker ${brokerTransferId}`;
};

/** Shows one transfer: its history, and the broker's own words about it. */
export const showTransfer: Handler = ({ arguments: { person = '', transfer: id = '' }, terminal }) =>
  withLog((eventStore) =>
    withVault(async (vault) => {
      const { state, events } = await accountIn(eventStore, person);
      const transfer = state.transfers.get(id);
      if (!transfer) throw new NotDone('This person doesn’t have that transfer.');
      const field = brokerWordsField('transfer', id);
      const words = shown((await vault.get(person, [field]))[field]);
      const steps = events
        .filter(({ data }) => 'transferId' in data && data.transferId === id)
        .map(({ type, metadata: { occurredAt, actor, reason } }) => ({
          type,
          occurredAt,
          by: `${actor.role} ${actor.id}`,
          reason: reason ?? null,
        }));
      const { direction, amount, attempts, brokerTransferId = null } = transfer;
      terminal.result(
        {
          id,
          direction,
          amount: moneyOf(amount),
          status: transfer.status,
          attempts,
          brokerTransferId,
          words,
          steps,
        },
        [
          `${id}: ${direction} ${moneyOf(amount)}, ${aboutTransfer(transfer)}`,
          words === null ? 'The broker said nothing, or it has expired.' : `The broker: ${words}`,
          '',
          ...steps.map(
            ({ type, occurredAt, by, reason }) =>
              `${occurredAt}  ${type} by ${by}${reason === null ? '' : `, because "${reason}"`}`,
          ),
        ].join('\n'),
      );
      return exitCodes.done;
    }),
  );

/** Shows a person's account, bank links and transfers, with the broker's own words about each. */
export const showPerson: Handler = ({ arguments: { person = '' }, terminal }) =>
  withLog((eventStore) =>
    withVault(async (vault) => {
      const { state } = await accountIn(eventStore, person);
      const things = [
        ...(state.application
          ? [{ kind: 'application' as const, id: state.application.id, about: state.application.stage }]
          : []),
        ...[...state.bankLinks.values()].map((link) => ({
          ...{ kind: 'bank' as const, id: link.id, about: statusOfBankLink(link) },
        })),
        ...[...state.transfers.values()].map((transfer) => ({
          kind: 'transfer' as const,
          id: transfer.id,
          about: `${transfer.direction} ${moneyOf(transfer.amount)}, ${aboutTransfer(transfer)}`,
        })),
      ].map((thing) => ({ ...thing, field: brokerWordsField(thing.kind, thing.id) }));
      const kept = await vault.get(
        person,
        things.map(({ field }) => field),
      );
      const rows = things.map(({ field, ...thing }) => ({ ...thing, words: shown(kept[field]) }));
      const { difference = null } = state;
      const status = statusOfTradingAccount(state) ?? 'none';
      const differing = difference
        ? [`The broker’s cash is ${difference.brokerCash}, the ledger’s ${difference.ledgerCash}.`]
        : [];
      terminal.result(
        { person, status, cash: moneyOf(state.cash), difference, things: rows },
        [
          `${person}: account ${status}, cash ${moneyOf(state.cash)}`,
          ...differing,
          '',
          ...rows.flatMap(({ kind, id, about, words }) => [
            `${kind} ${id}: ${about}`,
            ...(words === null ? [] : [`  The broker: ${words}`]),
          ]),
        ].join('\n'),
      );
      return exitCodes.done;
    }),
  );
