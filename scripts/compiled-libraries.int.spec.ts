import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const bundled = ['command-service', 'query-service', 'projections', 'workers'].concat([
  'packages/broker-sandbox',
  'packages/embedded',
]);

const libraries = bundled.flatMap((room) => {
  const directory = fileURLToPath(new URL(`../${room}/dist/bundled/`, import.meta.url));
  return readdirSync(directory).flatMap((name) => (name.endsWith('.code.js') ? [directory + name] : []));
});

/** Asks a process that starts like ours: vitest gives its own other options. */
const areRejected = (files: readonly string[]): string[] => {
  const words = `
    const { readFileSync } = require('node:fs');
    const isRejected = (file) => {
      const code = require('node:module').wrap(readFileSync(file, 'latin1'));
      const cachedData = readFileSync(file + '.compiled');
      return new (require('node:vm').Script)(code, { cachedData }).cachedDataRejected;
    };
    console.log(JSON.stringify(process.argv.slice(1).filter(isRejected)));`;
  return JSON.parse(execFileSync(process.execPath, ['-e', words, ...files], { encoding: 'utf8' }));
};

describe('what the build compiled of the libraries', () => {
  it('is used by every process that is bundled', () => {
    expect(libraries.length).toBeGreaterThan(10);
    expect(areRejected(libraries)).toEqual([]);
  });

  it('has a source of one byte for each letter, which V8 keeps in memory', () => {
    const isWide = (file: string): boolean => readFileSync(file).some((byte) => byte > 127);
    expect(libraries.filter(isWide)).toEqual([]);
  });
});
