import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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
  it('never grows beyond its limit, keeps the piece before, and goes on where it was', () => {
    const path = join(directory, 'logs', 'part.log');
    const line = (text: string) => Buffer.from(`${text}\n`);
    const first = openLogFile(path, 10);
    first.write(line('one'));
    first.close();
    const log = openLogFile(path, 10);
    for (const text of ['two', 'three', 'four']) log.write(line(text));
    log.close();
    expect(readdirSync(join(directory, 'logs')).toSorted()).toStrictEqual(['part.log', 'part.log.1']);
    expect(readFileSync(`${path}.1`, 'utf8')).toBe('three\n');
    expect(readFileSync(path, 'utf8')).toBe('four\n');
  });
});
