import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLogFile } from './log-file.js';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'logs-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe('a log file', () => {
  it('never grows beyond its limit, keeps the previous piece, and continues where it was', () => {
    const path = join(directory, 'logs', 'part.log');
    const line = (text: string) => Buffer.from(`${text}\n`);
    const first = openLogFile(path, { limit: 10 });
    first.write(line('one'));
    first.close();
    const log = openLogFile(path, { limit: 10 });
    for (const text of ['two', 'three', 'four']) log.write(line(text));
    log.close();
    expect(readdirSync(join(directory, 'logs')).toSorted()).toStrictEqual(['part.log', 'part.log.1']);
    expect(readFileSync(`${path}.1`, 'utf8')).toBe('three\n');
    expect(readFileSync(path, 'utf8')).toBe('four\n');
  });

  it.runIf(existsSync('/dev/full'))(
    'loses lines while the disk is full, says so once, and ends no process',
    () => {
      const path = join(directory, 'part.log');
      symlinkSync('/dev/full', path);
      const said: string[] = [];
      const log = openLogFile(path, { limit: 100, say: (line) => said.push(line) });
      for (const text of ['one\n', 'two\n']) log.write(Buffer.from(text));
      expect(said).toStrictEqual([`${path} is not writable (ENOSPC): its lines are lost for now`]);
      log.close();
    },
  );

  it('is created again when it and its directory were deleted', () => {
    const path = join(directory, 'logs', 'part.log');
    const log = openLogFile(path, { limit: 5 });
    log.write(Buffer.from('one\n'));
    rmSync(join(directory, 'logs'), { recursive: true });
    log.write(Buffer.from('two\n'));
    log.close();
    expect(readFileSync(path, 'utf8')).toBe('two\n');
  });
});
