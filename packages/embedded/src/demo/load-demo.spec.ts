import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadDemo } from './load-demo.js';

const secondFactorNeeded = {
  type: 'about:blank',
  title: 'Enter the code from your authenticator app to continue.',
  status: 403,
  code: 'SecondFactorNeeded',
  error: 'Enter the code from your authenticator app to continue.',
  correlation_id: 'spec',
};

let directory: string;
let server: Server;
let asked: string[];
let said: string[];
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'load-demo-'));
  [asked, said] = [[], []];
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    request.resume();
    response.writeHead(403).end(JSON.stringify(secondFactorNeeded));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.close();
  rmSync(directory, { recursive: true, force: true });
});

/** With an operator command that leaves a file behind. */
const load = (): Promise<bigint> => {
  const entry = join(directory, 'operator.mjs');
  writeFileSync(
    entry,
    `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(join(directory, 'registered'))}, '');`,
  );
  const person = (name: string) => ({ email: `${name}@groundswell.test`, password: 'secret' });
  return loadDemo({
    directory,
    logName: 'a-log',
    commandServiceUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    operator: { entry, environment: {} },
    signIns: { staff: person('staff'), customer: person('customer') },
    now: new Date('2026-11-20T12:00:00Z'),
    say: (line) => said.push(line),
  });
};
const isRegistered = () => existsSync(join(directory, 'registered'));

describe('the demo whose staff member has two-step sign-in', () => {
  it('is left alone once it is loaded: the password was right', async () => {
    writeFileSync(join(directory, 'demo-loaded'), 'a-log');
    expect(await load()).toBe(0n);
    expect([asked, isRegistered(), said]).toEqual([['/user/token/'], false, []]);
  });

  it('is not loaded into another log, and the start goes on and says why', async () => {
    expect(await load()).toBe(0n);
    expect([isRegistered(), existsSync(join(directory, 'demo-loaded'))]).toEqual([true, false]);
    expect(said).toEqual([expect.stringContaining('staff@groundswell.test has two-step sign-in')]);
  });
});
