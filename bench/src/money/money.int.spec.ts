import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepLog, tracesIn } from '@groundswell/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hurriedWorkers, type MoneyHouse, startMoneyHouse, strikes } from './house.js';
import { faultKinds, type Move, type PersonPlan, planOf, type RunPlan, type Step } from './plan.js';
import { overhear, say } from './redis.js';
import { awaitRest, makeRun, type RunResult } from './run.js';
import { logsOf, placesOf, wordsFor } from './search.js';

/** Generous, since a test machine may be busy: only conditions are waited for. */
const patient = { timeout: 600_000 };
const doubt = 3_000;
const slowest = 600;
/** Between them every part is killed and Redis is emptied in both ways. */
const seeds = [18_113, 18_114, 18_115];

let house: MoneyHouse;
beforeAll(async () => {
  house = await startMoneyHouse(hurriedWorkers(doubt));
}, 240_000);
afterAll(async () => {
  if (!house) return;
  for (const [name, text] of logsOf(house)) keepLog(name, text);
  await house.stop();
}, 120_000);

const move = (direction: Move['direction'], amount: string): Step => ({
  what: { is: 'move', direction, amount, way: 'once', patience: 0, forged: false },
  pause: 0,
  fault: undefined,
});
const customer = (ssn: string, accountNumber: string): PersonPlan => ({
  ssn,
  accountNumber,
  opening: [],
  steps: [
    move('incoming', '25.00'),
    move('outgoing', '10.00'),
    { what: { is: 'return' }, pause: 0, fault: undefined },
  ],
});

describe('a plan', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(planOf(7, { slowest })).toStrictEqual(planOf(7, { slowest }));
    expect(planOf(7, { slowest })).not.toStrictEqual(planOf(8, { slowest }));
  });

  it('holds, over three hundred of them, every fault, every part and every way to send', () => {
    const plans = Array.from({ length: 300 }, (_, index) => planOf(index + 1, { slowest }));
    const steps = plans.flatMap(({ people }) => people.flatMap((person) => person.steps));
    expect(new Set(steps.flatMap(({ fault }) => fault?.kind ?? []))).toEqual(new Set(faultKinds));
    expect(new Set(plans.flatMap((plan) => plan.strikes.map(({ what }) => what)))).toEqual(new Set(strikes));
    expect(steps.some(({ what }) => what.is === 'return')).toBe(true);
  });
});

describe('a house whose parts are killed and whose broker fails', patient, () => {
  const results: RunResult[] = [];

  it.each(seeds)('brings each transfer to the broker once, and comes to rest: seed %i', async (seed) => {
    const result = await makeRun(house, planOf(seed, { slowest }));
    results.push(result);
    expect(result).toMatchObject({ problems: [], duplicates: 0, losses: 0 });
    expect(result.transfers).toBeGreaterThan(0);
  });

  it('was struck in every part, and stays at rest', async () => {
    expect(new Set(results.flatMap((result) => result.strikes))).toEqual(new Set(strikes));
    const everybody = results.flatMap(({ people }) => people);
    expect((await awaitRest(house, everybody, 120_000)).problem).toBeUndefined();
  });
});

describe('numbers that nobody may read', patient, () => {
  const ssn = '536-22-8726';
  const accountNumber = '000840017317';
  const words = [...wordsFor(ssn), ...wordsFor(accountNumber)];
  const walk: RunPlan = {
    seed: 0,
    disturbsOpening: false,
    times: { settlement: 0, hold: 0 },
    people: [customer(ssn, accountNumber)],
    strikes: [],
  };

  it('stand nowhere after an account, a link and transfers; left anywhere they would be found', async () => {
    const stopHearing = await overhear(house.redisPort);
    expect(await makeRun(house, walk)).toMatchObject({ problems: [], transfers: 3 });
    const heard = await stopHearing();
    expect(heard).toContain('submit-transfer');

    const { places, searched } = await placesOf(house, [ssn, accountNumber], heard);

    expect(places).toEqual([]);
    expect(searched).toBeGreaterThan(10_000_000);

    const client = new pg.Client({ connectionString: house.databases[0] });
    await client.connect();
    await client.query('CREATE TABLE planted (value text)');
    await client.query('INSERT INTO planted VALUES ($1)', [words.at(-1)]);
    await client.end();
    await say(house.redisPort, `HSET planted-1 field ${Buffer.from(accountNumber).toString('base64')}`);
    const directory = join(house.directory, 'planted');
    mkdirSync(directory);
    writeFileSync(join(directory, 'file'), `{"msg":"planted","about":"${ssn}"}\n`);
    const planted = await placesOf(
      house,
      [ssn, accountNumber],
      `"SET" "planted" "x${accountNumber}x"`,
      directory,
    );
    for (const place of ['table public.planted', 'redis:', 'what redis was told:', '/planted/file:']) {
      expect(planted.places.filter((found) => found.includes(place))).toHaveLength(1);
    }
  });

  it('would be found in every form', () => {
    for (const number of [ssn, '536228726', accountNumber])
      for (const left of [
        number,
        encodeURIComponent(`a ${number}`),
        Buffer.from(`{"x":"${number}"}`).toString('base64'),
        Buffer.from(`y${number}`).toString('base64url'),
        `\\x${Buffer.from(`{"x":"${number}"}`).toString('hex')}`,
        ...wordsFor(number),
      ])
        expect(tracesIn(`a line with ${left} in it`, words), left).not.toEqual([]);
    expect(tracesIn('at 1536228726123 somebody else came: 536-22-8727', words)).toEqual([]);
  });
});
