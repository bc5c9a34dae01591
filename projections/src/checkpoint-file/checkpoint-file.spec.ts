import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseCopy } from '../audit/copied-checkpoints.js';
import { named } from '../read-models/log-chain/checkpoint.js';
import { CheckpointFile, checkpointFileName } from './checkpoint-file.js';

const hash = (digit: number) => String(digit).repeat(64);
const [first, second] = [1, 2].map((day) =>
  named({
    position: String(day * 100),
    count: day * 90,
    time: `2026-01-0${day}T23:00:00.000Z`,
    chain: hash(day),
    root: hash(day + 2),
    concepts: hash(day + 4),
    previous: null,
    signed: null,
  }),
);
if (!first || !second) throw new Error('two checkpoints');

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'checkpoints-'));
  return () => rmSync(directory, { recursive: true });
});
const written = () => readFileSync(join(directory, checkpointFileName), 'utf8');

describe('the file of checkpoints', () => {
  let file: CheckpointFile;
  afterEach(() => file.close());

  it('gains a line for each, and is continued after a restart', async () => {
    file = await CheckpointFile.open(directory);
    await file.append([], [first]);
    await file.close();
    file = await CheckpointFile.open(directory);
    expect(file.last).toMatchObject({ position: '100', hash: first.hash });
    await file.append([], [second]);
    expect(parseCopy(written()).checkpoints).toEqual([first, second]);
  });

  it('removes half a line that a crash left', async () => {
    file = await CheckpointFile.open(directory);
    await file.append([], [first]);
    await file.close();
    appendFileSync(join(directory, checkpointFileName), '{"position":"2');
    file = await CheckpointFile.open(directory);
    await file.append([], [second]);
    expect(parseCopy(written()).checkpoints).toEqual([first, second]);
  });

  it('removes half a line that a full disk left, and continues once there is room', async () => {
    file = await CheckpointFile.open(directory);
    await file.append([], [first]);
    appendFileSync(join(directory, checkpointFileName), '{"position":"2');
    await file.append([], [second]);
    expect(parseCopy(written()).checkpoints).toEqual([first, second]);
  });
});

describe('a file that cannot be continued', () => {
  it.each(['hello', '{"position":"1"}'])('is refused for a line that is no checkpoint: %s', async (line) => {
    writeFileSync(join(directory, checkpointFileName), `${JSON.stringify(first)}\n${line}\n`);
    await expect(CheckpointFile.open(directory)).rejects.toThrow('Line 2 is not a checkpoint');
    expect(written()).toContain(line);
  });
});

describe('a copy of it', () => {
  it('is refused when a line was changed, by its number', () => {
    const lines = [first, { ...second, count: 181 }].map((line) => JSON.stringify(line)).join('\n');
    expect(() => parseCopy(lines)).toThrow('Line 2 was changed');
    expect(() => parseCopy(`${JSON.stringify(first)}\nhello`)).toThrow('Line 2 is not a checkpoint');
  });
});
