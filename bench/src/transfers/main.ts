import { randomUUID } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { median } from '../event-store/measures.js';
import { heading, line, whole } from '../event-store/report.js';
import { type MoneyInstance, startMoneyInstance } from '../money/instance.js';
import { type HeldTransfer, type Person, readAccount } from '../money/person.js';
import { type Ledger, openLedger, spentBetween } from '../profile/spending.js';
import { openCustomers, transferCent } from './customers.js';
import { actAtOnce, type Measured, quantilesOf } from './load.js';

/**
 * How fast transfers are accepted, next to bare appends to the same log, and how soon the broker has them.
 */
const quick = process.argv.includes('--quick');
const sizes = quick
  ? { people: 64, rounds: 2, alone: 60, together: 400, seconds: 8 }
  : { people: 128, rounds: 4, alone: 150, together: 1_500, seconds: 60 };
const rates = [50, 100];
const many = 64;
/** Milliseconds after which PostgreSQL has counted what came before. */
const untilCounted = 2_000;

const milliseconds = (value: number): string => `${value.toFixed(1)} ms`.padStart(10);

/** One event as large as that of a transfer, on a stream of its own, by the client that the services use. */
const append = async ({ eventStore }: MoneyInstance): Promise<void> => {
  const [id, transferId] = [randomUUID(), randomUUID()];
  await eventStore.append(
    `bench-${transferId}`,
    [
      {
        id,
        type: 'TransferRequested',
        data: {
          transferId,
          bankLinkId: randomUUID(),
          direction: 'incoming',
          amount: '0.01',
          tradingDay: '2026-11-20',
          expectedOn: '2026-11-25',
        },
        metadata: {
          actor: { id: 'bench', role: 'system' },
          correlationId: id,
          causationId: id,
          schemaVersion: 1,
          occurredAt: new Date().toISOString(),
        },
      },
    ],
    { expectedRevision: 'no_stream' },
  );
};

const show = (name: string, rounds: readonly Measured[]): void => {
  const of = (figure: keyof Measured) => median(rounds.map((round) => round[figure]));
  line(
    `${name.padEnd(28)}${whole(of('perSecond'))}/s   p50 ${milliseconds(of('median'))}   p99 ${milliseconds(of('p99'))}`,
  );
};

/** Rounds of commands and of as many appends in turn, so that a busy moment of the machine strikes both alike. */
const compare = async (
  instance: MoneyInstance,
  people: readonly Person[],
  users: number,
  count: number,
): Promise<void> => {
  heading(`${count} transfers, ${users} at a time, ${sizes.rounds} rounds`);
  const commands: Measured[] = [];
  const appends: Measured[] = [];
  for (let round = 0; round < sizes.rounds; round += 1) {
    commands.push(
      await actAtOnce(count, users, async (index) => {
        await transferCent(instance, people, index);
      }),
    );
    appends.push(await actAtOnce(count, users, () => append(instance)));
  }
  show('accepted transfer commands', commands);
  show('bare durable appends', appends);
  const ratios = commands.map((round, index) => round.perSecond / (appends[index]?.perSecond ?? Number.NaN));
  line(`${'commands for each append'.padEnd(28)}${median(ratios).toFixed(2).padStart(9)}`);
};

const madeAtBroker = async (instance: MoneyInstance): Promise<Map<string, number>> => {
  const made = (await instance.admin('GET', '/transfers')) as (HeldTransfer & { created_at: string })[];
  return new Map(made.map(({ id, created_at }) => [id, Date.parse(created_at)]));
};

/** Milliseconds until all is at the broker, and between two looks: what is measured needs the processor. */
const longestWay = { all: 240_000, look: 1_000 };

/** Waits until the broker has `many` transfers. @returns when it made each of them, by our id */
const arrivalsOf = async (
  instance: MoneyInstance,
  people: readonly Person[],
  many: number,
): Promise<Map<string, number>> => {
  const end = performance.now() + longestWay.all;
  let made = await madeAtBroker(instance);
  while (made.size < many && performance.now() < end) {
    await pause(longestWay.look);
    made = await madeAtBroker(instance);
  }
  const arrived = new Map<string, number>();
  for (const person of people) {
    const { state } = await readAccount(instance, person.id);
    for (const { id, brokerTransferId } of state.transfers.values()) {
      const at = made.get(brokerTransferId ?? '');
      if (at !== undefined) arrived.set(id, at);
    }
  }
  return arrived;
};

/**
 * From the moment a command is sent until the broker has made the transfer. Both read the clock of one machine.
 * @returns how many commands were taken
 */
const measureArrival = async (
  instance: MoneyInstance,
  people: readonly Person[],
  perSecond: number,
): Promise<number> => {
  const count = sizes.seconds * perSecond;
  heading(`From the command to the broker having it, ${perSecond} transfers a second for ${sizes.seconds} s`);
  const before = await madeAtBroker(instance);
  const sent = new Map<string, number>();
  const answers: Promise<void>[] = [];
  const started = performance.now();
  for (let index = 0; index < count; index += 1) {
    await pause(Math.max(0, started + (index * 1_000) / perSecond - performance.now()));
    const at = Date.now();
    // One that is refused has no way to the broker: it is counted, and missing from the figures.
    const taken = transferCent(instance, people, index).then((id) => void sent.set(id, at));
    answers.push(taken.catch(() => undefined));
  }
  await Promise.all(answers);
  const lastAnswered = Date.now();
  const seconds = (performance.now() - started) / 1_000;
  const arrived = await arrivalsOf(instance, people, before.size + sent.size);
  const ways = [...sent].flatMap(([id, at]) => {
    const made = arrived.get(id);
    return made === undefined ? [] : [{ took: made - at, late: made - lastAnswered }];
  });
  const figures = quantilesOf(ways.map(({ took }) => took));
  const last = Math.max(0, ...ways.map(({ late }) => late));
  line(
    `${sent.size} of ${count} commands were taken, ${(sent.size / seconds).toFixed(1)} a second; ` +
      `${ways.length} are at the broker, the last of them ${last} ms after the last answer`,
  );
  line(
    `${'command to broker'.padEnd(28)}p50 ${milliseconds(figures.median)}   p99 ${milliseconds(figures.p99)}`,
  );
  return sent.size;
};

/** @param work returns how many transfers it made: what one of them costs all parts together is shown */
const spentOn = async (ledger: Ledger, work: () => Promise<number>): Promise<void> => {
  const before = await ledger.read();
  const count = await work();
  await pause(untilCounted);
  const { processor, fsyncs, commits, walBytes } = spentBetween(before, await ledger.read());
  const parts = [...processor].toSorted(([, one], [, other]) => other - one);
  const seconds = parts.reduce((sum, [, each]) => sum + each, 0);
  line(
    `${'for each transfer'.padEnd(28)}${milliseconds((seconds * 1_000) / count)} of processor, ${(fsyncs / count).toFixed(1)} fsyncs, ` +
      `${(commits / count).toFixed(1)} commits, ${(walBytes / count / 1_024).toFixed(1)} KiB of WAL`,
  );
  for (const [part, each] of parts.filter(([, spent]) => spent * 1_000 > count / 10)) {
    line(`  ${part.padEnd(36)}${milliseconds((each * 1_000) / count)}`);
  }
};

const load = () => `load ${loadavg()[0]?.toFixed(1)}`;
line(`Node ${process.version}, ${availableParallelism()} cores, ${load()} at the start.`);
const instance = await startMoneyInstance({ workers: { RECONCILE_ALL_EVERY: '3600000' }, replicas: 1 });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void instance.stop().finally(() => process.exit(1)));
}
const ledger = openLedger(instance);
try {
  const people = await openCustomers(instance, sizes.people);
  for (const perSecond of rates) {
    await spentOn(ledger, () => measureArrival(instance, people, perSecond));
  }
  // What is taken is measured without what comes of it: the broker's side has just been.
  await instance.haltWorkers();
  await compare(instance, people, 1, sizes.alone);
  await compare(instance, people, many, sizes.together);
  line(`${load()} at the end.`);
} finally {
  await ledger.close();
  await instance.stop();
}
process.exit();
