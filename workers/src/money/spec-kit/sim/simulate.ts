import { initialState, type TradingAccount } from '@groundswell/domain/money';
import { stepsUnfinished } from '../../steps/step.js';
import { BrokerAnswers } from './broker-answers.js';
import { BrokerState, isOver, isVoid, type Row } from './broker-state.js';
import { BrokerWire } from './broker-wire.js';
import { chanceOf, Trace } from './chance.js';
import { Customers, emailOf } from './customers.js';
import { Faults } from './faults.js';
import { SimJobs } from './jobs.js';
import { SimLocks } from './locks.js';
import { SimLog } from './log.js';
import { Loop } from './loop.js';
import { Operators } from './operators.js';
import type { Deed, Plan } from './plan.js';
import { SimTables } from './tables.js';
import { SimVault } from './vault.js';
import { Watch } from './watch.js';
import { Workers } from './workers.js';
import type { World } from './world.js';

export interface Outcome {
  readonly seed: number;
  readonly steps: number;
  /** Hash of everything that happened. Equal plans give equal hashes. */
  readonly hash: string;
  /** The broken invariant; undefined if there was none. */
  readonly failure: string | undefined;
  readonly reached: ReadonlySet<string>;
  /** Simulated milliseconds. */
  readonly time: number;
  readonly requests: number;
  readonly parked: number;
  /** Everything that happened, if requested. */
  readonly lines: readonly string[];
}

const minute = 60_000;
const day = 24 * 60 * minute;

/** Minimum number of steps per run. */
const fewestSteps = 200;
/** A run that takes more steps never came to rest. */
const mostSteps = 60_000;
/** Maximum milliseconds after the faults end for everything to come to rest. */
const longestHealing = 6 * day;

const buildWorld = (plan: Plan, isTold: boolean, reached: World['reached']): World => {
  const loop = new Loop(chanceOf(plan.seed + 1), new Trace(isTold), plan.beginning, mostSteps);
  const faults = new Faults(loop, plan.rates);
  const context = { plan, loop, faults, reached };
  const broker = new BrokerState(context);
  return {
    ...context,
    broker,
    log: new SimLog(context),
    tables: new SimTables(context),
    locks: new SimLocks(context),
    jobs: new SimJobs(context),
    vault: new SimVault(context),
    wire: new BrokerWire(context, broker, new BrokerAnswers(context, broker)),
  };
};

/** What is still pending for a person; undefined when all is at rest and ledger and broker agree. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a list of independent checks for what may be left
const unrestOf = (world: World, account: TradingAccount, watch: Watch): string | undefined => {
  const [step] = stepsUnfinished(account);
  if (step) return `${step.kind} of ${step.entityId} is to be done`;
  const atBroker = world.broker.accounts.get(account.brokerAccountId ?? '');
  if (!atBroker) return account.application?.stage === 'refused' ? undefined : 'no account at the broker';
  const row = atBroker.rows.find((one) => !isOver(one));
  if (row) return `the broker has not ended ${row.id}`;
  for (const { id, status } of account.transfers.values()) {
    if (status === 'requested' || status === 'sent' || status === 'settled') return `${id} is ${status}`;
    const [made] = watch.rowsOf(id);
    if (made && made.status !== (words.get(status) ?? made.status))
      return `${id} is ${status}, ${made.status}`;
  }
  if (account.cash !== BigInt(atBroker.cents))
    return `the ledger says ${account.cash}, the broker ${atBroker.cents}`;
  return account.difference ? 'a difference is not resolved' : undefined;
};

/** The broker's status for a transfer's status in the log, where only one matches. */
const words = new Map([
  ['available', 'COMPLETE'],
  ['returned', 'RETURNED'],
]);

/** Runs a plan to its end. */
export const simulate = async (plan: Plan, isTold = false): Promise<Outcome> => {
  const reached = new Set<string>();
  const world = buildWorld(plan, isTold, (what) => void reached.add(what));
  const { loop, log, broker, wire } = world;
  const customers = new Customers(world);
  const userOf = new Map(customers.ids.map((id) => [emailOf(id), id]));
  const watch = new Watch(world, (id) => userOf.get(broker.accounts.get(id)?.email ?? '') ?? '');
  const operators = new Operators(world, watch);
  const workers = new Workers(world, 2);
  wire.onMade = () => watch.onMade();
  watch.onParked = (jobId) => operators.onParked(jobId);
  customers.begin();
  workers.begin();
  for (const deed of plan.deeds)
    loop.at(undefined, deed.at, deed.kind, () => strike(world, { customers, workers, operators }, deed));
  let isHealing = false;
  loop.at(undefined, plan.until, 'heal', () => {
    isHealing = true;
    world.faults.isOver = true;
    wire.heal();
    broker.heal();
    workers.heal();
  });
  const unrest = (): string | undefined => {
    const open = [...log.jobs].find(([, { state }]) => state === 'parked' || state === 'retried');
    if (open) return `job ${open[0]} is ${open[1].state}`;
    for (const id of customers.ids) {
      const found = unrestOf(world, log.accounts.get(id) ?? initialState, watch);
      if (found !== undefined) return `of ${id}: ${found}`;
    }
    return undefined;
  };
  loop.onIdle = () => {
    if (!isHealing || loop.steps < fewestSteps) return false;
    const why = unrest();
    if (why === undefined) return true;
    if (loop.now > plan.beginning + plan.until + longestHealing) loop.fail(`never at rest: ${why}`);
    return false;
  };
  await loop.run();
  if (loop.steps >= mostSteps) loop.fail(`never at rest: ${unrest()}`);
  return {
    ...{ seed: plan.seed, steps: loop.steps, hash: loop.trace.hash, failure: loop.failure, reached },
    ...{ time: loop.now - plan.beginning, requests: watch.requests, parked: watch.parked.size },
    lines: loop.trace.lines ?? [],
  };
};

const moods = ['answer nothing', 'limit calls', 'turn away'] as const;

const strike = (
  world: World,
  { customers, workers, operators }: { customers: Customers; workers: Workers; operators: Operators },
  deed: Deed,
): void => {
  const { kind, who, size } = deed;
  const { faults, jobs } = world;
  if (faults.isOver) return;
  if (moods.some((mood) => mood === kind)) changeMood(world, deed);
  else if (kind === 'crash') workers.crash(who, size);
  else if (kind === 'close') workers.close(who, size);
  else if (kind === 'stop') workers.stop(who, size);
  else if (kind === 'lose locks') workers.loseLocks(who);
  else if (kind === 'empty queue') jobs.empty();
  else if (kind === 'void') operators.voidOne();
  else if (kind === 'stranger' || kind === 'return') strikeAccount(world, deed);
  else customers.do(deed);
};

const changeMood = ({ loop, wire }: World, { kind, size }: Deed): void => {
  wire.mood = moods.find((mood) => mood === kind) ?? 'well';
  loop.at(undefined, size, 'well again', () => {
    wire.mood = 'well';
  });
};

const strikeAccount = (world: World, { kind, who, size }: Deed): void => {
  const { accounts } = world.broker;
  const account = [...accounts.values()][who % accounts.size];
  if (!account) return;
  if (kind === 'stranger') makeStranger(world, account, size < minute);
  else returnOne(world, account);
};

type BrokerAccount = Parameters<BrokerState['setTransfer']>[0];

/** @param isBrief it looks like one of ours, and is canceled before anyone sees it */
const makeStranger = ({ broker, reached }: World, account: BrokerAccount, isBrief: boolean): void => {
  const link = account.links.at(-1);
  if (!link) return;
  const what = { direction: 'INCOMING', cents: isBrief ? 1_000 : 777, tag: undefined } as const;
  const row = broker.makeTransfer(account, { ...what, relationshipId: link.id });
  if (!isBrief) return;
  broker.setTransfer(account, row, 'CANCELED');
  row.before = undefined;
  reached('a stranger like one of ours was canceled');
};

const returnOne = ({ broker }: World, account: BrokerAccount): void => {
  const row = account.rows.findLast((one: Row) => one.status === 'COMPLETE' && !isVoid(one));
  if (row) broker.setTransfer(account, row, 'RETURNED');
};
