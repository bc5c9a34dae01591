import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startInstance } from '@groundswell/e2e';
import { heading, line } from '../event-store/report.js';
import type { Seen } from './attacker/sockets.js';
import { type Attack, attackNames, attacks } from './attacks.js';
import { type Cast, gather } from './cast.js';
import { type Audience, signInAll, visit } from './legitimate.js';
import { isAnswered, isKept, type Tallies } from './measures.js';
import { type Memory, memoryOf } from './memory.js';
import { attackRow, loadRow, memoryLine } from './rows.js';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    part: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
const seed = Number(values.seed);
/** Seconds. */
const sizes = values.quick ? { attack: 6, overload: 10 } : { attack: 15, overload: 60 };

/** Of the names that were asked for, or of one part of all; the overload is one of them. */
const overload = 'ten times the load';
const chosen = (): readonly string[] => {
  const all = [...attackNames, overload];
  if (values.only !== undefined) return all.filter((name) => values.only?.split('|').includes(name));
  const [index, of] = (values.part ?? '1/1').split('/').map(Number) as [number, number];
  return all.filter((_, turn) => turn % of === index - 1);
};

const attackerEntry = fileURLToPath(new URL('./attacker/main.js', import.meta.url));

const missed: string[] = [];
/** Keeps in mind what did not hold. @returns what people met with */
const noteMissed = (what: string, tallies: Tallies): Tallies => {
  if (!isKept(tallies)) missed.push(what);
  return tallies;
};

/** Floods for as long as `meanwhile` takes. */
const under = async <Result>(
  attack: Attack,
  meanwhile: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly seen: Seen }> => {
  const attacker = fork(attackerEntry, [JSON.stringify(attack)]);
  try {
    // The flood is at its height before anything is measured.
    await pause(1_500);
    const result = await meanwhile();
    const said = once(attacker, 'message');
    attacker.send('stop');
    const [seen] = await said;
    return { result, seen };
  } finally {
    attacker.kill('SIGKILL');
  }
};

const peopleAlone = async (audience: Audience, pid: number): Promise<Memory> => {
  heading('People alone');
  await visit(audience, { seconds: 5, seed });
  const alone = await visit(audience, { seconds: sizes.attack, seed });
  line(loadRow('alone', noteMissed('alone', alone)));
  const before = memoryOf(pid);
  line(memoryLine(before));
  return before;
};

const underAttack = async ({ audience, stolen, attacker, servicePort }: Cast): Promise<void> => {
  const { url, trends, staff } = audience;
  heading('Under attack');
  for (const name of attackNames.filter((each) => chosen().includes(each))) {
    // A token is good for ten minutes.
    await signInAll(url, [...staff, stolen, attacker]);
    const attack: Attack = {
      name,
      network: 100 + attackNames.indexOf(name),
      port: Number(new URL(url).port),
      servicePort,
      trends,
      userToken: attacker.token ?? '',
      staffToken: stolen.token ?? '',
      email: attacker.email,
      password: attacker.password,
    };
    const { result, seen } = await under(attack, () => visit(audience, { seconds: sizes.attack, seed }));
    noteMissed(name, result);
    line(attackRow(`${name}: ${attacks[name]}`, result, seen, sizes.attack + 1.5));
    await pause(2_000);
  }
};

/** @param before the memory without any load */
const underTenTimesTheLoad = async (audience: Audience, pid: number, before: Memory): Promise<void> => {
  heading(`${overload}, ${sizes.overload} s`);
  const meanwhile = await visit(audience, { seconds: sizes.overload, times: 10, seed });
  const answered = isAnswered(meanwhile);
  if (!answered) missed.push('an answer for everyone during the overload');
  line(loadRow('meanwhile, everyone has an answer', meanwhile, answered));
  line(memoryLine(memoryOf(pid)));
  await pause(10_000);
  const later = await visit(audience, { seconds: sizes.attack, seed });
  line(loadRow('10 s later', noteMissed('10 s after the overload', later)));
  const after = memoryOf(pid);
  line(memoryLine(after));
  const grown = after.total / before.total - 1;
  if (grown > 0.2) missed.push('memory after the overload');
  line(`memory ${(grown * 100).toFixed(0)} % above what it was: ${grown <= 0.2 ? 'kept' : 'MISSED'} (20 %)`);
};

const main = async (): Promise<void> => {
  line(
    `Node ${process.version}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)} at the start.`,
  );
  const instance = await startInstance({ LOG_LEVEL: 'info', NETWORK_LIMIT_FACTOR: '1' });
  try {
    const cast = await gather(instance, chosen().includes(overload) ? 140 : 24);
    const before = await peopleAlone(cast.audience, instance.pid);
    await underAttack(cast);
    if (chosen().includes(overload)) await underTenTimesTheLoad(cast.audience, instance.pid, before);
  } finally {
    line(`load ${loadavg()[0]?.toFixed(1)} at the end.`);
    await instance.stop();
  }
};

await main();
line(missed.length === 0 ? 'All was kept.' : `MISSED: ${missed.join('; ')}`);
process.exit(missed.length === 0 ? 0 : 1);
