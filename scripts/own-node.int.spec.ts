import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const module = new URL('./tasks/own-node.mjs', import.meta.url).href;
const { findOwnNode, refuseNewer } = await import(module);
const own: string | undefined = findOwnNode();

/** Has a process believe that it runs on another program than the project's Node, until it starts over. */
const elsewhere = `data:text/javascript,if (!process.env.ELSEWHERE) process.execPath = '/bin/sh'; process.env.ELSEWHERE = 'been'`;

it.skipIf(own === undefined)(
  'a command starts over on the project’s Node, and ends with its exit code',
  () => {
    const command = `
    const { continueOnOwnNode } = await import('${module}');
    await continueOnOwnNode();
    console.log(process.execPath);
    process.exitCode = 7;`;
    const words = [`--import=${elsewhere}`, '--input-type=module', '--eval', command];
    const { status, stdout } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect([stdout.trim(), status]).toEqual([own, 7]);
  },
);

it.skipIf(own === undefined).each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a command that has started over is told of %s, and ends with it',
  async (signal) => {
    const command = `
      const { continueOnOwnNode } = await import('${module}');
      await continueOnOwnNode();
      for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(7));
      console.log('waiting');
      setInterval(() => undefined, 1_000);`;
    const words = [`--import=${elsewhere}`, '--input-type=module', '--eval', command];
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill(signal);
    expect(await once(child, 'close')).toEqual([7, null]);
  },
);

it('a Node that the event store’s client cannot use is refused, with what to use instead', () => {
  expect(() => refuseNewer('24.99.0')).not.toThrow();
  for (const newer of ['25.0.0', '26.1.0']) expect(() => refuseNewer(newer)).toThrow('Use Node 24.');
});
