import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type Failure,
  forgetConnections,
  isLate,
  leftInLog,
  openWorld,
  operationsOf,
  type Run,
  startInstance,
  Tally,
  together,
  tryOperation,
} from '@groundswell/e2e';
import { sandboxAdmin } from '@groundswell/testing/sandbox-admin';
import { heading, line } from '../event-store/report.js';
import { batchesOf, requestsOfBatch } from './batches.js';
import { type Chains, goChains, openAccounts } from './chains.js';
import { startGoogle } from './google.js';
import { enterAll, registerPeople } from './people.js';
import { uploadOne } from './upload-one.js';

// Sends every operation what it is for and what it is not: npm run fuzz -- --requests 100000 --seed 7.
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    /** Another one each day: what is found today is found again with it. */
    seed: { type: 'string', default: String(Math.floor(Date.now() / 86_400_000)) },
    /** Only these operations, by name and separated by commas, and no chains. */
    calls: { type: 'string' },
  },
});
const requests = Number(values.requests);
const seed = Number(values.seed);
const only = values.calls?.split(',');
/** How often each operation has to be accepted, and refused because of what was sent. */
const least = only || requests < 100_000 ? 0 : 200;
/** People who go all chains: some more than that, since one of them may be told to come back another day. */
const chaining = only ? 0 : Math.ceil(Math.max(least * 1.1, requests / 4_000));
const fuzzing = only ? 8 : Math.min(80, 8 + chaining);
const atATime = 10;
/** Milliseconds that an answer may take. */
const longest = 2_000;

/** Of this many answers one may be late: a processor that other machines share stands still now and then. */
const answersForEachLate = 10_000;

const failures: Failure[] = [];
let late = 0;
let stopping = false;
const fail = (failure: Failure): void => {
  if (stopping) return;
  const { operation, kind, problems, curl } = failure;
  if (problems.every(isLate)) {
    late += 1;
    line(`LATE ${operation} (${kind}): ${problems.join('; ')}`);
    return;
  }
  const isKnown = failures.some((each) => each.operation === operation && each.problems[0] === problems[0]);
  failures.push(failure);
  if (isKnown) return;
  line(`FAILED ${operation} (${kind}): ${problems.join('; ')}`);
  line(`  ${curl}`);
  line(`  npm run fuzz -- --seed ${failure.seed} --requests ${requestsOfBatch} --calls ${operation}`);
};

/** Milliseconds that a transfer takes at the broker: the chains cancel some of them meanwhile. */
const settlement = 3_000;

const slowTheBroker = async (dataDirectory: string): Promise<void> => {
  const { ALPACA_BROKER_URL: url } = JSON.parse(readFileSync(join(dataDirectory, 'operator.json'), 'utf8'));
  await sandboxAdmin(url)('PATCH', '/times', { settlement });
};

const google = await startGoogle();
const instance = await startInstance(google.environment);
const stop = async (): Promise<void> => {
  stopping = true;
  forgetConnections();
  google.close();
  await instance.stop();
};
// A run that is interrupted leaves nothing behind either.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stop().finally(() => process.exit(1)));

try {
  const began = performance.now();
  const seconds = (): number => Math.round((performance.now() - began) / 1_000);
  heading(`Fuzzing with seed ${seed}`);
  const registered = await registerPeople(instance, seed, { customers: chaining + fuzzing, staff: 12 });
  const customers = await enterAll(instance.url, registered.customers, 20);
  const staff = await enterAll(instance.url, registered.staff, 21);
  line(`${customers.length + staff.length} people are signed in after ${seconds()} s`);

  await slowTheBroker(instance.dataDirectory);
  const world = await openWorld(instance, { customers, staff });
  world.known.uploads?.push(await uploadOne(instance.url, staff[0]));
  const document = await (await fetch(`${instance.url}/api/docs/openapi.json`)).text();
  const all = operationsOf(JSON.parse(document));
  const operations = all.filter(({ name }) => !only || only.includes(name));
  const tally = new Tally(operations);
  const run: Run = { world, tally, longest, fail };
  const alone: Run = { ...run, world: { ...world, customers: customers.slice(0, fuzzing) } };
  const sending = performance.now();
  const progress = setInterval(() => line(`${tally.sent} requests after ${seconds()} s`), 30_000);
  const chains: Chains = {
    instance,
    run,
    operations: new Map(all.map((operation) => [operation.name, operation])),
    fuzzing,
    seed,
    googleTokenOf: google.tokenOf,
  };
  const opened = only ? Promise.resolve() : openAccounts(chains);
  await Promise.all([
    only ? undefined : Promise.all([opened, goChains(chains)]),
    together(batchesOf(operations, requests, seed), atATime, async ({ operation, ...batch }) => {
      if (operation.call.cost === 'money') await opened;
      await tryOperation(alone, operation, batch);
    }),
  ]).finally(() => clearInterval(progress));

  const took = (performance.now() - sending) / 1_000;
  heading(`${tally.sent} requests in ${Math.round(took)} s, ${Math.round(tally.sent / took)} a second`);
  for (const text of tally.lines()) line(text);
  const { events, left } = await leftInLog(instance.dataDirectory, tally.refusedIds);
  const limited = tally.limited / tally.sent;
  const wrong = [
    ...left.map((text) => `the log has ${text}`),
    ...operations.filter(({ name }) => tally.of(name).sent === 0).map(({ name }) => `${name} was not tried`),
    ...tally.short(least).map((text) => `too few of ${text}`),
    ...(limited < 0.2 ? [] : ['a fifth or more were answered 429']),
    ...(late <= tally.sent / answersForEachLate ? [] : [`${late} answers came later than ${longest} ms`]),
  ];
  for (const text of wrong) line(`FAILED ${text}`);
  line(`the log has ${events} events, ${left.length} of them of ${tally.refusedIds.size} refused requests`);
  line(
    `${(100 * limited).toFixed(1)}% answered 429, ${tally.shed} answered 503, ${late} later than ${longest} ms`,
  );
  line(`${failures.length + wrong.length} failures with seed ${seed}`);
  process.exitCode = failures.length + wrong.length > 0 ? 1 : 0;
} finally {
  await stop();
}
