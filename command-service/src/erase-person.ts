import { isRefusal, type Refusal, streamOf, type TradingAccountEvent } from '@groundswell/contracts';
import { decideEnding, lastSettlementOf, type TradingAccount } from '@groundswell/domain/money';
import { evolve, initialState } from '@groundswell/domain/people';
import {
  decide as decideWaitlist,
  evolve as evolveWaitlist,
  initialState as initialWaitlist,
} from '@groundswell/domain/waitlist';
import { type CommandContext, dispatch, load } from '@groundswell/platform/event-store';
import type { CoreServices } from './core-services.js';
import { folding as moneyFolding } from './money/asked.js';
import type { Cause } from './people/account/cause.js';
import { forget } from './people/account/forget.js';
import { unexplainedTransfersOf } from './unexplained-transfers.js';

const waitlistFolding = { initialState: initialWaitlist, evolve: evolveWaitlist };

const contextOf = ({ now, newId }: CoreServices, cause: Cause): CommandContext => ({
  ...cause,
  commandId: newId(),
  occurredAt: now().toISOString(),
});

const loadAccount = async ({ eventStore, now }: CoreServices, personId: string) => {
  const known = await load<TradingAccount, TradingAccountEvent>(
    eventStore,
    streamOf('tradingAccount', personId),
    moneyFolding,
  );
  // Without an account at the broker, no one can have made a transfer there.
  const { waiting, lastLeft } =
    known.state.brokerAccountId === undefined
      ? { waiting: [], lastLeft: undefined }
      : await unexplainedTransfersOf(eventStore, personId);
  const times = [lastSettlementOf(known.events), lastLeft].flatMap((at) => at?.getTime() ?? []);
  const lastSettlement = times.length > 0 ? new Date(Math.max(...times)) : undefined;
  const circumstances = { now: now(), lastSettlement, unexplained: waiting };
  return { known, ending: (account: TradingAccount) => decideEnding(account, circumstances) };
};

const endTradingAccount = async (
  core: CoreServices,
  personId: string,
  cause: Cause,
): Promise<Refusal | undefined> => {
  const { known, ending } = await loadAccount(core, personId);
  if (known.revision === 'no_stream') return undefined;
  const done = await dispatch(core.eventStore, {
    stream: streamOf('tradingAccount', personId),
    folding: moneyFolding,
    decide: ending,
    context: contextOf(core, cause),
    known,
  });
  return isRefusal(done) ? done : undefined;
};

const leaveWaitlist = async (
  core: CoreServices,
  personId: string,
  cause: Cause,
): Promise<Refusal | undefined> => {
  const stream = streamOf('waitlist', personId);
  const known = await load(core.eventStore, stream, waitlistFolding);
  if (known.state.status !== 'waiting') return undefined;
  const context = contextOf(core, cause);
  const done = await dispatch(core.eventStore, {
    stream,
    folding: waitlistFolding,
    decide: (place) => decideWaitlist({ type: 'LeaveWaitlist' }, place, { now: context.occurredAt }),
    context,
    known,
  });
  return isRefusal(done) ? done : undefined;
};

/** Deletes everything about a person outside the log, in one transaction. */
export const forgetEverywhere = async (
  { database, vault, links, sessions }: Pick<CoreServices, 'database' | 'vault' | 'links' | 'sessions'>,
  personId: string,
): Promise<void> => {
  await database.transaction(async (sql) => {
    // One may have begun since the others were ended: its access token must not outlive it.
    await sessions.endAllOf(personId, 'erased', sql);
    await forget(personId, sql);
    await links.revoke(personId, undefined, sql);
    await vault.erase(personId, sql);
  });
};

const isKnown = async ({ eventStore, vault }: CoreServices, personId: string): Promise<boolean> => {
  const streams = await Promise.all([
    eventStore.readStream(streamOf('user', personId)),
    eventStore.readStream(streamOf('waitlist', personId)),
  ]);
  return streams.some(({ revision }) => revision !== 'no_stream') || vault.isKnown(personId);
};

/** What an erasure would do. */
export interface Prospect {
  readonly erased: boolean;
  /** Kinds of values in the vault, such as `application.*.answers`. */
  readonly kinds: readonly string[];
  readonly sessions: number;
  /** Why an erasure would be refused, as text; null when it would not. */
  readonly refusal: string | null;
}

/** Previews an erasure and changes nothing; undefined for an unknown id. */
export const prospectOf = async (core: CoreServices, personId: string): Promise<Prospect | undefined> => {
  if (!(await isKnown(core, personId))) return undefined;
  const [account, person, kinds, sessions] = await Promise.all([
    loadAccount(core, personId),
    load(core.eventStore, streamOf('user', personId), { initialState, evolve }),
    core.vault.kindsOf(personId),
    core.sessions.listOf(personId),
  ]);
  const ending = account.ending(account.known.state);
  return {
    erased: person.state.erased && kinds.length === 0,
    kinds,
    sessions: sessions.length,
    refusal: isRefusal(ending) ? ending.message : null,
  };
};

/**
 * Erases a person permanently: their values and key in the vault, password, sessions, links. The log keeps
 * ids that lead nowhere, and records the erasure. Safe to repeat: a repeat completes an interrupted attempt.
 * Refused while their trading account cannot end; nothing is deleted before it has.
 * @returns undefined for an unknown id, else whether the erasure is new to the log
 */
export const erasePerson = async (
  core: CoreServices,
  personId: string,
  cause: Cause,
): Promise<boolean | Refusal | undefined> => {
  if (!(await isKnown(core, personId))) return undefined;
  const { known, ending: decideFor } = await loadAccount(core, personId);
  const ending = decideFor(known.state);
  if (isRefusal(ending)) return ending;
  await core.sessions.endAllOf(personId, 'erased');
  const refused =
    (await endTradingAccount(core, personId, cause)) ?? (await leaveWaitlist(core, personId, cause));
  if (refused) return refused;
  await forgetEverywhere(core, personId);
  // A request that began before its session ended may have opened something that is no longer covered.
  const late = await endTradingAccount(core, personId, cause);
  if (late) return late;
  const erasure = { ...cause, commandId: core.newId() };
  const done = await core.accounts.change(personId, { type: 'ErasePerson' }, erasure);
  return isRefusal(done) ? done : done.changed;
};
