import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig } from '@groundswell/platform';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configSchema } from './config.js';
import { writeOperatorFile } from './operator.js';
import type { Ready } from './part-process.js';
import { makeSecrets } from './secrets.js';

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'operator-'));
  file = join(directory, 'operator.json');
  mkdirSync(join(directory, 'event-store'));
  writeFileSync(join(directory, 'event-store/passwords.json'), '{"admin":"a","writer":"b","reader":"c"}');
});
afterEach(() => rmSync(directory, { recursive: true }));

const parts = [
  'broker-sandbox',
  'event-store',
  'command-service',
  'query-service',
  'projections',
  'workers',
  'web',
];
const book = new Map<string, Ready>([
  ...parts.map((name) => [name, { port: 4_000 }] as const),
  ['postgresql', { port: 4_000, databaseUrl: 'postgresql://groundswell:x@127.0.0.1:4000/postgres' }],
  ['redis', { port: 4_000, redisUrl: 'redis://:x@127.0.0.1:4000' }],
]);
const write = () =>
  writeOperatorFile(
    { config: parseConfig(configSchema, {}), secrets: makeSecrets(), directory, inherited: () => ({}) },
    book,
  );

describe('what tells operator commands how to find the instance', () => {
  it('names the parts of this start', () => {
    write();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ REDIS_URL: 'redis://:x@127.0.0.1:4000' });
  });

  it('is not there when it cannot be written', () => {
    symlinkSync('/dev/full', `${file}.unfinished`);
    expect(write).toThrow('ENOSPC');
    expect(existsSync(file)).toBe(false);
  });
});
