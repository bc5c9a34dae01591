import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FatalFault } from '@groundswell/platform';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAlive, waitUntil } from '../infrastructure/processes.js';
import { openLogFile } from './log-file.js';
import { type Part, runPart } from './part.js';

const server = `
  import { createServer } from 'node:http';
  const server = createServer((request, response) => response.end(String(process.pid)));
  process.on('SIGTERM', () => { console.log('drained'); process.exit(0); });
  process.on('disconnect', () => process.exit(0));
  server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send({ ready: { port: server.address().port } }));
`;

/** Frees 100 MB of buffers twice, the second time with others between them that stay; tells how much memory it has left. */
const flooded = `
  import { createServer } from 'node:http';
  import { setFlagsFromString } from 'node:v8';
  import { runInNewContext } from 'node:vm';
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const kept = [];
  const flood = (keep) => {
    for (let held = []; held.length < 1_000; held.push(Buffer.alloc(100_000, 1))) keep();
  };
  flood(() => undefined);
  collect();
  flood(() => kept.push(Buffer.from(new ArrayBuffer(4_000)).fill(1)));
  const server = createServer((request, response) => {
    collect();
    response.end(String(process.memoryUsage.rss() / 2 ** 20 + 0 * kept.length));
  });
  process.on('disconnect', () => process.exit(0));
  server.listen(0, '127.0.0.1', () => process.send({ ready: { port: server.address().port } }));
`;

/** Tells how many heaps its threads have besides the first: glibc reserves 64 MiB for each, from a multiple of that on. */
const threaded = `
  import { pbkdf2 } from 'node:crypto';
  import { readFileSync } from 'node:fs';
  import { createServer } from 'node:http';
  import { promisify } from 'node:util';
  const hash = () => promisify(pbkdf2)('a password', 'salt', 1_000, 64, 'sha512');
  const heaps = () => [...readFileSync('/proc/self/maps', 'utf8').matchAll(/^[0-9a-f]+[048c]000000-([0-9a-f]+) rw-p .*\\n\\1-[0-9a-f]+[048c]000000 ---p /gm)];
  const server = createServer(async (request, response) => {
    await Promise.all(Array.from({ length: 100 }, hash));
    response.end(String(heaps().length));
  });
  process.on('disconnect', () => process.exit(0));
  server.listen(0, '127.0.0.1', () => process.send({ ready: { port: server.address().port } }));
`;

let directory: string;
let part: Part;
let pids: number[];
let lines: string[];

const run = (program: string): Part => {
  const entry = join(directory, 'part.mjs');
  writeFileSync(entry, program);
  part = runPart({
    name: 'part',
    entry,
    environment: (port) => ({ PORT: String(port) }),
    log: openLogFile(join(directory, 'part.log')),
    say: (line) => lines.push(line),
    onSpawn: (pid) => pids.push(pid),
  });
  return part;
};
/** The number that a part answers with. */
const numberAt = async (port: number): Promise<number | undefined> => {
  const answer = await fetch(`http://127.0.0.1:${port}`).catch(() => undefined);
  return answer && Number(await answer.text());
};

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'part-'));
  pids = [];
  lines = [];
});
afterEach(async () => {
  await part.stop();
  rmSync(directory, { recursive: true });
});

describe('a supervised part', () => {
  it('gives back what a flood took, although it left pieces in use', async () => {
    const { port } = await run(flooded).ready;
    const mebibytes = () => numberAt(port);
    expect(await mebibytes()).toBeGreaterThan(40);
    // Buffers are freed by another thread, after the collection.
    await expect.poll(mebibytes).toBeLessThan(110);
  });

  it.runIf(process.platform === 'linux')('has one heap for all its threads', async () => {
    const { port } = await run(threaded).ready;
    expect(await numberAt(port)).toBe(0);
  });

  it('starts again on the same port after a kill -9, and says so once', async () => {
    const { port } = await run(server).ready;
    const first = await numberAt(port);
    process.kill(first ?? 0, 'SIGKILL');
    expect(await waitUntil(async () => ![undefined, first].includes(await numberAt(port)), 10_000)).toBe(
      true,
    );
    expect(pids).toHaveLength(2);
    expect(lines).toStrictEqual([expect.stringMatching(/^part ended \(SIGKILL\); it restarts in 0\.2 s$/)]);
  });

  it('starts again soon however often it was ended while it was well', async () => {
    const { port } = await run(server).ready;
    let before: number | undefined;
    for (let kills = 0; kills < 5; kills += 1) {
      expect(await waitUntil(async () => ![undefined, before].includes(await numberAt(port)), 10_000)).toBe(
        true,
      );
      before = await numberAt(port);
      process.kill(before ?? 0, 'SIGKILL');
      expect(await waitUntil(() => Promise.resolve(lines.length > kills), 10_000)).toBe(true);
    }
    const pauses = lines.map((line) => /restarts in (.+) s$/.exec(line)?.[1]);
    expect(pauses).toStrictEqual(['0.2', '0.4', '0.8', '1.6', '1.6']);
  });

  it('says the error that ended it, whatever its name and wherever its stack leads', async () => {
    const { port } = await run(
      server.replace(
        'response.end(String(process.pid))',
        `{ process.stderr.write('error: terminating connection due to administrator command\\n    at TCP.onStreamRead (node:internal/stream_base_commons:189:23)\\n');
           process.exit(1); }`,
      ),
    ).ready;
    await numberAt(port);
    expect(await waitUntil(() => Promise.resolve(lines.length > 0), 10_000)).toBe(true);
    expect(lines[0]).toMatch(/^part ended \(error: terminating connection due to administrator command\);/);
  });

  it('tells an operator something before it is ready', async () => {
    await run(`process.send({ says: 'still recovering' });${server}`).ready;
    expect(lines).toStrictEqual(['still recovering']);
  });

  it('is asked to stop, gets time to drain, and does not come back', async () => {
    await run(server).ready;
    await part.stop();
    expect(isAlive(pids[0] ?? 0)).toBe(false);
    expect(readFileSync(join(directory, 'part.log'), 'utf8')).toBe('drained\n');
    expect(pids).toHaveLength(1);
  });

  it('gives up at once on exit 78, with the line that the part wrote', async () => {
    run(`process.stderr.write('The database is of a newer version.\\n'); process.exit(78);`);
    await expect(part.ready).rejects.toThrow(new FatalFault('part: The database is of a newer version.'));
    expect(pids).toHaveLength(1);
  });

  it('tries three times to start, then gives up with the error and the place of the log', async () => {
    run(`throw new TypeError('no such thing');`);
    await expect(part.ready).rejects.toThrow(/^part: TypeError: no such thing \(see .*part\.log\)$/);
    expect(pids).toHaveLength(3);
  });

  it('stops the instance when it exits with 78 after it was ready', async () => {
    const { port } = await run(
      server.replace('response.end(String(process.pid))', `{ response.end(); process.exit(78) }`),
    ).ready;
    await numberAt(port);
    await expect(part.broken).rejects.toBeInstanceOf(FatalFault);
  });
});
