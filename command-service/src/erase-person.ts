import { randomUUID } from 'node:crypto';
import { isRefusal, type Refusal, refuse, streamOf } from '@groundswell/contracts';
import {
  decide as decideMoney,
  evolve as evolveMoney,
  initialState as initialMoney,
  isUnderWay,
  type TradingAccount,
  type TradingAccountCommand,
} from '@groundswell/money';
import { dispatch, load } from '@groundswell/platform/event-store';
import { openLinks } from '@groundswell/platform/links';
import type { Ground } from './ground.js';
import type { Cause } from './people/accounts.js';
import { evolve as evolveUser, initialState as initialUser } from './people/decider.js';
import {
  decide as decideWaitlist,
  evolve as evolveWaitlist,
  initialState as initialWaitlist,
} from './waitlist/decider.js';

const userFolding = { initialState: initialUser, evolve: evolveUser };
const waitlistFolding = { initialState: initialWaitlist, evolve: evolveWaitlist };

const moneyFolding = { initialState: initialMoney, evolve: evolveMoney };

const accountOf = async ({ eventStore }: Ground, personId: string): Promise<TradingAccount> =>
  (await load(eventStore, streamOf('tradingAccount', personId), moneyFolding)).state;

const hasMoney = ({ cash, transfers }: TradingAccount): boolean =>
  cash !== 0n || [...transfers.values()].some(isUnderWay);

/** What still waits for the broker is called off, and bank links end there; nothing of it is needed any more. */
const endingsOf = ({ application, bankLinks }: TradingAccount): TradingAccountCommand[] => {
  const code = 'DroppedByOperator';
  const isOpen = application?.stage === 'requested' || application?.stage === 'submitting';
  return [
    ...(application && isOpen
      ? [{ type: 'RecordApplicationRefused', applicationId: application.id, code } as const]
      : []),
    ...[...bankLinks.values()].map(
      ({ id: bankLinkId, stage }): TradingAccountCommand =>
        stage === 'submitting'
          ? { type: 'RecordBankLinkRefused', bankLinkId, code }
          : { type: 'RemoveBankLink', bankLinkId },
    ),
  ];
};

const endTradingAccount = async (ground: Ground, personId: string, cause: Cause): Promise<void> => {
  for (const command of endingsOf(await accountOf(ground, personId))) {
    await dispatch(ground.eventStore, {
      stream: streamOf('tradingAccount', personId),
      folding: moneyFolding,
      decide: (account) => decideMoney(command, account),
      context: { ...cause, commandId: randomUUID(), occurredAt: new Date().toISOString() },
    });
  }
};

const isKnown = async ({ eventStore, database }: Ground, personId: string): Promise<boolean> => {
  const [user, place, keys] = await Promise.all([
    eventStore.readStream(streamOf('user', personId)),
    eventStore.readStream(streamOf('waitlist', personId)),
    database.query('SELECT FROM vault.person_key WHERE person_id = $1', [personId]),
  ]);
  return user.revision !== 'no_stream' || place.revision !== 'no_stream' || keys.length > 0;
};

/**
 * Erases a person for good: their values and key in the vault, password, sessions, links. The log keeps ids that
 * lead nowhere any more, and says that it happened. Safe to repeat: what an interrupted attempt left is done then. Refused
 * while they have money here: it could not be sent to anybody any more.
 * @returns undefined when nobody is known under this id, else whether there was anything left to erase
 */
export const erasePerson = async (
  ground: Ground,
  personId: string,
  cause: Cause,
): Promise<boolean | Refusal | undefined> => {
  if (!(await isKnown(ground, personId))) return undefined;
  if (hasMoney(await accountOf(ground, personId))) return refuse('MoneyUnderWay');
  const { accounts, database, eventStore, sessions, vault } = ground;
  const links = await openLinks(database);
  await sessions.endAllOf(personId, 'erased');
  // Whoever was signed in until now may just have moved something.
  if (hasMoney(await accountOf(ground, personId))) return refuse('MoneyUnderWay');
  await database.transaction(async (sql) => {
    await sql.query('DELETE FROM people.session WHERE user_id = $1', [personId]);
    await sql.query('DELETE FROM people.begun_sign_in WHERE user_id = $1', [personId]);
    await sql.query('DELETE FROM people.second_factor WHERE user_id = $1', [personId]);
    await sql.query('DELETE FROM people.credential WHERE user_id = $1', [personId]);
    await links.revoke(personId, undefined, sql);
    await vault.erase(personId, sql);
  });
  await endTradingAccount(ground, personId, cause);
  const { state: place } = await load(eventStore, streamOf('waitlist', personId), waitlistFolding);
  if (place.status === 'waiting') {
    const occurredAt = new Date().toISOString();
    await dispatch(eventStore, {
      stream: streamOf('waitlist', personId),
      folding: waitlistFolding,
      decide: (current) => decideWaitlist({ type: 'LeaveWaitlist' }, current, { now: occurredAt }),
      context: { ...cause, commandId: randomUUID(), occurredAt },
    });
  }
  const { state: user } = await load(eventStore, streamOf('user', personId), userFolding);
  if (user.erased) return false;
  const done = await accounts.change(personId, { type: 'ErasePerson' }, cause);
  return !isRefusal(done) && done.changed;
};
