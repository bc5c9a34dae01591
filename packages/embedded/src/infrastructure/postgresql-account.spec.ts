import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accountFor, giveTo } from './postgresql-account.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'account-'));
  chmodSync(directory, 0o755);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(directory, { recursive: true, force: true });
});

/** As in a container by default: a program that makes user namespaces is refused. */
const withoutNamespaces = (): void => {
  writeFileSync(join(directory, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  vi.stubEnv('PATH', `${directory}${delimiter}${process.env.PATH}`);
};

describe('the account of PostgreSQL', () => {
  it('stays the same once it has closed its directory to all others', () => {
    withoutNamespaces();
    const data = join(directory, 'postgresql');
    const initdb = join(directory, 'initdb');
    const first = accountFor(data, initdb);
    mkdirSync(data, { mode: 0o700 });
    expect(accountFor(data, initdb)).toStrictEqual(first);
  });
});

describe.runIf(process.getuid?.() === 0)('root gives a directory to another account', () => {
  it('with everything in it, and nothing that links in it lead to', () => {
    const data = join(directory, 'postgresql');
    const outside = join(directory, 'outside');
    for (const made of [data, join(data, 'base'), outside]) mkdirSync(made);
    for (const file of [join(data, 'base/1'), join(outside, 'file')]) writeFileSync(file, '');
    symlinkSync(join(outside, 'file'), join(data, 'base/link'));
    symlinkSync(outside, join(data, 'directory'));

    giveTo({ owner: { uid: 12_345, gid: 12_345 }, prefix: [] }, data);

    const inside = ['', 'base', 'base/1', 'base/link', 'directory'].map((name) => join(data, name));
    expect(inside.map((path) => lstatSync(path).uid)).toEqual(inside.map(() => 12_345));
    expect([outside, join(outside, 'file')].map((path) => statSync(path).uid)).toEqual([0, 0]);
  });
});
