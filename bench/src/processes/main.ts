import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readModels } from '@groundswell/projections/replaying';
import { heading, line, whole } from '../event-store/report.js';
import { appendNext } from '../history/append-history.js';
import { Chance } from '../history/chance.js';
import { history } from '../history/history.js';
import { operate } from '../replay/instance-operator.js';
import { goOn } from './live-history.js';
import { type Group, openStage, type Stage } from './stage.js';
import { stopPostgresql, strikeProcesses } from './strikes.js';
import { openTables, type Tables } from './tables.js';
import { watchWaits } from './waits.js';

// Several projections processes keep the same read models: npm run bench -- processes [--quick] [--seed 1]. They catch up side by
// side, then are killed and frozen while events come, and PostgreSQL is stopped in immediate mode. At last every table has to be
// what one process makes of the same log.
const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '20000' },
    /** Events a second while processes are struck. */
    rate: { type: 'string', default: '20' },
    /** Of each group. */
    strikes: { type: 'string', default: '100' },
    /** Of PostgreSQL, over all groups. */
    stops: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    quick: { type: 'boolean', default: false },
  },
});
const events = Number(values.events);
const rate = Number(values.rate);
const strikes = values.quick ? 8 : Number(values.strikes);
const stops = values.quick ? 4 : Number(values.stops);
const chance = new Chance(Number(values.seed));

/** Milliseconds that an event may wait while a process is killed or frozen and another one is there. */
const longestWait = 10_000;
/** Milliseconds for read models to come to the end of the log. */
const patience = 300_000;

let failures = 0;
const require = (holds: boolean, words: string): void => {
  if (!holds) failures += 1;
  line(`  ${holds ? 'met' : 'MISSED'}: ${words}`);
};

/** Waits until every read model has all of the log. */
const untilCaughtUp = async (tables: Tables, head: bigint): Promise<void> => {
  const deadline = performance.now() + patience;
  for (;;) {
    const positions = await tables.positions().catch(() => new Map<string, bigint>());
    if (positions.size === readModels.length && [...positions.values()].every((at) => at >= head)) return;
    if (performance.now() > deadline) throw new Error(`not caught up: ${[...positions].join('; ')}`);
    await pause(20);
  }
};

const headOf = async ({ eventStore }: Stage): Promise<bigint> => (await eventStore.head())?.commit ?? 0n;

/** How long a group takes for a log that is there already. */
const catchUp = async (stage: Stage, count: number): Promise<{ group: Group; tables: Tables }> => {
  const started = performance.now();
  const group = await stage.group(count);
  const ready = performance.now();
  const tables = openTables(group.databaseUrl);
  await untilCaughtUp(tables, await headOf(stage));
  const seconds = (performance.now() - ready) / 1_000;
  line(
    `${count} ${count === 1 ? 'process ' : 'processes'}: ready after ${((ready - started) / 1_000).toFixed(1)} s, ` +
      `caught up ${seconds.toFixed(1)} s later, ${whole(events / seconds).trim()} events/s`,
  );
  return { group, tables };
};

const differing = (some: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>): string[] =>
  [...some].filter(([name, sum]) => others.get(name) !== sum).map(([name]) => name);

const verified = async (stage: Stage, { databaseUrl }: Group): Promise<unknown> => {
  const environment = { DATABASE_URL: databaseUrl, EVENTSTORE_URL: stage.eventStoreUrl };
  return (await operate('/nonexistent', ['verify', 'all'], environment)).total;
};

const stage = await openStage();
try {
  const past = history({ events: events * 20 });
  let appended = await appendNext(stage.eventStore, past, events);
  line(`${whole(appended).trim()} events in the log`);

  heading('Caught up side by side, each number of processes on a database of its own');
  const alone = await catchUp(stage, 1);
  await alone.group.stop();
  const groups = [await catchUp(stage, 2), await catchUp(stage, 4)];
  const expected = await alone.tables.checksums();
  for (const { group, tables } of groups) {
    const others = differing(expected, await tables.checksums());
    require(others.length ===
      0, `${group.processes.length} processes made the rows that one makes ${others.join(', ')}`);
  }

  for (const { group, tables } of groups) {
    const count = group.processes.length;
    heading(`${count} processes, ${rate} events a second, killed and frozen at random moments`);
    const live = goOn(stage.eventStore, past, rate);
    const waits = watchWaits(tables, live.appended);
    const struck = await strikeProcesses(group.processes, strikes, chance, waits.over);
    await live.stop();
    appended += live.events();
    await untilCaughtUp(tables, await headOf(stage));
    await waits.stop();
    line(`${struck.kills} kills, ${struck.freezes} freezes; ${live.events()} events meanwhile`);
    const longest = Math.max(...waits.longest.values());
    const each = [...waits.longest]
      .map(([name, wait]) => `${name} ${(wait / 1_000).toFixed(1)} s`)
      .join(', ');
    require(longest <= longestWait, `no event waited for longer than ${longestWait / 1_000} s: ${each}`);
  }

  heading(`PostgreSQL stopped in immediate mode, ${rate} events a second`);
  const live = goOn(stage.eventStore, past, rate);
  const all = groups.map(({ tables }) => watchWaits(tables, live.appended));
  await stopPostgresql(stage.postgresql, stops, chance, live.events);
  await live.stop();
  appended += live.events();
  const head = await headOf(stage);
  for (const { tables } of groups) await untilCaughtUp(tables, head);
  for (const waits of all) await waits.stop();
  const longest = Math.max(...all.flatMap(({ longest }) => [...longest.values()]));
  line(
    `${stops} stops; ${live.events()} events meanwhile, the longest wait of one was ${(longest / 1_000).toFixed(1)} s`,
  );

  heading('What is in the tables now');
  const fresh = await catchUp(stage, 1);
  const made = await fresh.tables.checksums();
  for (const { group, tables } of groups) {
    const others = differing(made, await tables.checksums());
    const count = group.processes.length;
    require(others.length ===
      0, `the tables of ${count} processes are what one makes of the log ${others.join(', ')}`);
    const counted = await tables.events();
    require(counted === appended, `the chain of ${count} has ${counted} of ${appended} events`);
    require((await verified(stage, group)) === 0, `verify all finds no difference in those of ${count}`);
  }
  for (const { tables } of [alone, fresh, ...groups]) await tables.close();
} finally {
  await stage.stop();
}
process.exitCode = failures > 0 ? 1 : 0;
