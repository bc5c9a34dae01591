import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyImage } from './spec-kit/image.js';

const { startOps } = copyImage();

describe('a command that does not come to its end', () => {
  /** A database that accepts connections but never responds. */
  let silent: Server;
  let variables: Readonly<Record<string, string>>;
  beforeAll(async () => {
    silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    variables = {
      DATABASE_URL: `postgresql://127.0.0.1:${port}/none`,
      EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false',
    };
  });
  afterAll(() => void silent.close());

  /** Starts `status`, which waits for the silent database. Also returns the id of its process. */
  const startStatus = async (...more: string[]) => {
    const tool = startOps(['status', ...more], variables);
    const said = Promise.all([text(tool.stdout), text(tool.stderr)]);
    const ended = once(tool, 'close');
    await once(silent, 'connection');
    const children = readFileSync(`/proc/${tool.pid}/task/${tool.pid}/children`, 'utf8');
    return {
      tool,
      worker: Number(children.trim()),
      end: async () => {
        await ended;
        const [stdout, stderr] = await said;
        return { status: tool.exitCode, stdout, stderr };
      },
    };
  };

  it('says by which signal its process was ended, and never ends like one that has an answer', async () => {
    const { worker, end } = await startStatus();
    process.kill(worker, 'SIGKILL');
    expect(await end()).toMatchObject({ status: 137, stderr: expect.stringContaining('SIGKILL') });
  });

  it('says so in one JSON document when that was requested', async () => {
    const { worker, end } = await startStatus('--json');
    process.kill(worker, 'SIGKILL');
    const { status, stdout } = await end();
    expect([status, JSON.parse(stdout)]).toEqual([
      137,
      { error: expect.stringContaining('SIGKILL'), exitCode: 137 },
    ]);
  });

  it.each([['SIGINT'], ['SIGTERM']] as const)(
    'cleans up and is interrupted when the tool alone gets %s',
    async (signal) => {
      const { tool, end } = await startStatus('--json');
      tool.kill(signal);
      const { status, stdout } = await end();
      expect([status, JSON.parse(stdout)]).toEqual([130, { error: 'Interrupted.', exitCode: 130 }]);
    },
  );

  it('is interrupted once when a terminal tells the tool and its process both', async () => {
    const { tool, worker, end } = await startStatus('--json');
    process.kill(worker, 'SIGINT');
    tool.kill('SIGINT');
    const { status, stdout } = await end();
    expect([status, JSON.parse(stdout)]).toEqual([130, { error: 'Interrupted.', exitCode: 130 }]);
  });
});
