import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Instance, startInstance } from './instance.js';
import type { PartPlan } from './plan/part-plan.js';

let directory: string;
let instance: Instance;
let said: string[];

/** A part that logs its start and stop into a shared file. */
const part = (name: string, needs: readonly string[], program = ''): PartPlan => {
  const entry = join(directory, `${name}.mjs`);
  const note = (word: string) => `appendFileSync('${join(directory, 'diary')}', '${word} ${name}\\n');`;
  writeFileSync(
    entry,
    `import { appendFileSync } from 'node:fs'; ${program}
     process.on('SIGTERM', () => { ${note('stop')} process.exit(0); });
     process.on('disconnect', () => process.exit(0));
     ${note('start')} process.send({ ready: { port: 1 } });`,
  );
  return { name, entry, needs, environment: () => ({}) };
};
const start = (
  plans: readonly PartPlan[],
  noteChild: (pid: number, entry: string) => void = () => undefined,
): Instance => {
  instance = startInstance({
    plans,
    directory: { path: directory, noteChild },
    inherited: () => ({}),
    say: (line) => said.push(line),
    onReady: () => undefined,
  });
  return instance;
};
const diary = () => readFileSync(join(directory, 'diary'), 'utf8').trim().split('\n');

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'instance-'));
  said = [];
});
afterEach(async () => {
  await instance.stop();
  rmSync(directory, { recursive: true });
});

describe('an instance', () => {
  it('starts a part once the parts it needs listen, and stops it before them', async () => {
    const plans = [part('gateway', ['service']), part('service', ['database']), part('database', [])];
    await start(plans).ready;
    await instance.stop();
    const order = ['database', 'service', 'gateway'];
    expect(diary()).toStrictEqual([
      ...order.map((name) => `start ${name}`),
      ...order.toReversed().map((name) => `stop ${name}`),
    ]);
  });

  it('names the part that cannot start, starts no part that needs it, and stops the others', async () => {
    const plans = [
      part('database', []),
      part('service', ['database'], `process.stderr.write('a newer version\\n'); process.exit(78);`),
      part('gateway', ['service']),
    ];
    await expect(start(plans).ready).rejects.toThrow('service: a newer version');
    await expect(instance.broken).rejects.toThrow('service: a newer version');
    await instance.stop();
    expect(diary()).toStrictEqual(['start database', 'stop database']);
  });

  it('keeps running on a full data directory, and names the part the next start would not find', async () => {
    const full = (): never => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    };
    await start([part('database', [])], full).ready;
    await instance.stop();
    expect(diary()).toStrictEqual(['start database', 'stop database']);
    expect(said).toEqual([expect.stringMatching(/database \(process \d+\) could not be recorded .*ENOSPC/)]);
  });

  it('says which part is not built', async () => {
    const missing = { ...part('web', []), entry: join(directory, 'nowhere/main.js') };
    await expect(start([missing]).ready).rejects.toThrow(/web is not built .*npm run build/);
  });
});
