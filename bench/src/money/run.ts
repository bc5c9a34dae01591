import { setTimeout as pause } from 'node:timers/promises';
import { isUnderWay } from '@groundswell/domain/money';
import { messageOf } from '@groundswell/platform';
import { type BrokerSide, type Look, lookAt, readBroker } from './check.js';
import { lookForUntold } from './differences.js';
import { type FaultFigures, figuresOf } from './figures.js';
import type { MoneyInstance } from './instance.js';
import type { Strike } from './instance-parts.js';
import { type Job, Operators } from './operators.js';
import { Person } from './person.js';
import type { RunPlan } from './plan.js';
import { until } from './until.js';

export interface RunResult {
  readonly people: readonly Person[];
  readonly transfers: number;
  readonly duplicates: number;
  readonly losses: number;
  /** Faults that came to pass, by kind. */
  readonly faults: Readonly<Record<string, number>>;
  readonly strikes: readonly Strike[];
  /** What became of transfers that were asked for just after a fault was set up, by its kind. */
  readonly figures: FaultFigures;
  /** Jobs that were parked, and ended after operators had answered them. */
  readonly parked: readonly Job[];
  /** What bank and ledger did not agree about once faults were over: each had an open job. */
  readonly told: number;
  /** What was not as it has to be, in words; empty after a good run. */
  readonly problems: readonly string[];
  readonly seconds: number;
  /**
   * Seconds until everyone had an account and cash, until everything was requested and every part was back,
   * until each difference had its job, until rest.
   */
  readonly phases: readonly number[];
}

/** Strikes parts of the instance as planned, while steps are begun. */
const striking = (instance: MoneyInstance, { strikes }: RunPlan) => {
  const underWay: Promise<void>[] = [];
  const done: Strike[] = [];
  const faults: string[] = [];
  let steps = 0;
  return {
    done,
    /** Parts that did not come back. */
    faults,
    begin: () => {
      steps += 1;
      for (const { afterStep, delay, what, replica, down } of strikes) {
        if (afterStep !== steps) continue;
        underWay.push(
          pause(delay).then(async () => {
            done.push(what);
            await instance
              .strike(what, replica, down)
              .catch((fault: unknown) => faults.push(`${what}: ${messageOf(fault)}`));
          }),
        );
      }
    },
    end: () => Promise.all(underWay),
  };
};

const total = (looks: readonly Look[], of: 'duplicates' | 'losses' | 'refusals'): number =>
  looks.reduce((sum, look) => sum + look[of], 0);

/** Looks at people until all is as it has to be. @returns the last looks, and what was in the way at the end */
export const awaitRest = async (
  instance: MoneyInstance,
  people: readonly Person[],
  operators: Operators,
  milliseconds: number,
): Promise<{ looks: readonly Look[]; problem: string | undefined }> => {
  let looks: readonly Look[] = [];
  const lookAtAll = async (broker: BrokerSide): Promise<Person | undefined> => {
    looks = await Promise.all(people.map((person) => lookAt(instance, person, broker)));
    return people.find((_person, index) => looks[index]?.obstacle !== undefined);
  };
  let waitedFor: Person | undefined;
  const problem = await until(milliseconds, async () => {
    await operators.look(true);
    const broker = await readBroker(instance);
    // Everyone is checked once nothing holds up the person waited for.
    const obstacle = waitedFor && (await lookAt(instance, waitedFor, broker)).obstacle;
    if (obstacle !== undefined) return `${waitedFor?.id}: ${obstacle}`;
    waitedFor = await lookAtAll(broker);
    return waitedFor && `${waitedFor.id}: ${looks[people.indexOf(waitedFor)]?.obstacle}`;
  }).then(() => undefined, messageOf);
  if (problem !== undefined) await lookAtAll(await readBroker(instance)).catch(() => undefined);
  return { looks, problem };
};

/** Every job that was parked says why, in words of our own. */
const unexplained = (jobs: Iterable<Job>): string[] =>
  [...jobs].flatMap(({ id, reason }) =>
    reason.trim().length < 20 ? [`${id} is parked without a reason`] : [],
  );

/** Milliseconds between two looks of the operators while money moves. */
const attention = 400;

/** Does some work while operators look after jobs. @param differences see `Operators.look` */
const attended = async <Result>(
  operators: Operators,
  differences: boolean,
  work: () => Promise<Result>,
): Promise<Result> => {
  const over = new AbortController();
  const attend = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await operators.look(differences).catch(() => undefined);
      await pause(attention);
    }
  };
  const attending = attend();
  const result = await work();
  over.abort();
  await attending;
  return result;
};

/** Faults continue after the last request for at most this multiple of the broker's doubt time. */
const mostDoubts = 2;

const underWayOf = async (people: readonly Person[]): Promise<string | undefined> => {
  for (const person of people) {
    const { transfers } = await person.account();
    const moving = [...transfers.values()].find((transfer) => transfer.submitting || isUnderWay(transfer));
    if (moving) return `transfer ${moving.id} is under way`;
  }
  return undefined;
};

/** Milliseconds before the close of the market at which money begins to move. */
const beforeClose = 1_500;

/** Makes one run on an instance that is at rest. */
export const makeRun = async (instance: MoneyInstance, plan: RunPlan): Promise<RunResult> => {
  const started = performance.now();
  const strikes = striking(instance, plan);
  const steps = plan.people.flatMap((person) => person.steps);
  const isAnyRefused = steps.some(({ faults }) => faults.some(({ kind }) => kind === '422'));
  const people = plan.people.map((person) => new Person(instance, person, strikes.begin, isAnyRefused));
  const operators = new Operators(instance);
  operators.people = people;
  const problems: string[] = [];
  const marks = [started];
  const mark = () => marks.push(performance.now());
  const together = async (what: string, act: (person: Person) => Promise<void>): Promise<void> => {
    const ends = await Promise.allSettled(people.map(act));
    for (const [index, end] of ends.entries())
      if (end.status === 'rejected') problems.push(`${what}, ${people[index]?.id}: ${messageOf(end.reason)}`);
  };
  await instance.admin('DELETE', '/faults');
  await instance.admin('PATCH', '/times', plan.times);
  instance.skew(plan.skew);
  await attended(operators, true, () => together('opening', (person) => person.open()));
  mark();
  if (plan.closes) await instance.approachClose(beforeClose);
  const faults = await attended(operators, false, async () => {
    if (problems.length === 0) await together('moving', (person) => person.move());
    await strikes.end();
    // Faults end once they had their chance: as long as something is under way, it may still meet them.
    await until(mostDoubts * plan.doubted, () => underWayOf(people)).catch(() => undefined);
    mark();
    const injected = (await instance.admin('GET', '/faults')) as Record<string, number>;
    await instance.admin('DELETE', '/faults');
    return injected;
  });
  let told: readonly string[] = [];
  await until(instance.patience, async () => {
    const found = await lookForUntold(instance, people, () => readBroker(instance));
    told = found.told;
    return found.untold;
  }).catch((fault: unknown) => problems.push(`untold: ${messageOf(fault)}`));
  mark();
  const { looks, problem } = await awaitRest(instance, people, operators, instance.patience);
  mark();
  problems.push(...strikes.faults, ...operators.faults, ...unexplained(operators.seen.values()));
  for (const { broken } of people) problems.push(...broken);
  if (problem !== undefined) problems.push(`not at rest, ${problem}`);
  const [refusals, refused] = [total(looks, 'refusals'), faults['422'] ?? 0];
  if (refusals > refused) problems.push(`${refusals} transfers were refused, and ${refused} calls`);
  let figures: FaultFigures = new Map();
  await until(instance.patience, async () => {
    figures = await figuresOf(instance, people, operators.seen);
    return undefined;
  }).catch((fault: unknown) => problems.push(`figures: ${messageOf(fault)}`));
  return {
    people,
    transfers: people.reduce((sum, { taken }) => sum + taken.length, 0),
    duplicates: total(looks, 'duplicates'),
    losses: total(looks, 'losses'),
    faults,
    strikes: strikes.done,
    figures,
    parked: [...operators.seen.values()],
    told: told.length,
    problems,
    seconds: (performance.now() - started) / 1_000,
    phases: marks.slice(1).map((at, index) => (at - (marks[index] ?? at)) / 1_000),
  };
};
