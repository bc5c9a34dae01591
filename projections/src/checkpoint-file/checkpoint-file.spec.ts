import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseCopy } from '../audit/copied-checkpoints.js';
import { named } from '../read-models/log-chain/checkpoint.js';
import { CheckpointFile, checkpointFileName } from './checkpoint-file.js';
import { following, isOver } from './keep-checkpoint-file.js';

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

  it('gains a line for each, and is gone on with after a restart', async () => {
    file = await CheckpointFile.open(directory);
    await file.append([first]);
    await file.close();
    file = await CheckpointFile.open(directory);
    expect(file.last).toMatchObject({ position: '100', hash: first.hash });
    await file.append([second]);
    expect(parseCopy(written())).toEqual([first, second]);
  });

  it('takes back half a line that a crash left', async () => {
    file = await CheckpointFile.open(directory);
    await file.append([first]);
    await file.close();
    appendFileSync(join(directory, checkpointFileName), '{"position":"2');
    file = await CheckpointFile.open(directory);
    await file.append([second]);
    expect(parseCopy(written())).toEqual([first, second]);
  });

  it('takes back half a line that a full disk left, and goes on once there is room', async () => {
    file = await CheckpointFile.open(directory);
    await file.append([first]);
    appendFileSync(join(directory, checkpointFileName), '{"position":"2');
    await file.append([second]);
    expect(parseCopy(written())).toEqual([first, second]);
  });
});

describe('a file that cannot be gone on with', () => {
  it.each(['hello', '{"position":"1"}'])(
    'is refused for a last line that is no checkpoint: %s',
    async (line) => {
      writeFileSync(join(directory, checkpointFileName), `${JSON.stringify(first)}\n${line}\n`);
      await expect(CheckpointFile.open(directory)).rejects.toThrow('its last line is not a checkpoint');
      expect(written()).toContain(line);
    },
  );
});

describe('a copy of it', () => {
  it('is refused when a line was changed, by its number', () => {
    const lines = [first, { ...second, count: 181 }].map((line) => JSON.stringify(line)).join('\n');
    expect(() => parseCopy(lines)).toThrow('Line 2 was changed');
    expect(() => parseCopy(`${JSON.stringify(first)}\nhello`)).toThrow('Line 2 is not a checkpoint');
  });
});

describe('what is written next', () => {
  const chain = (stored: (typeof first)[], rootThere?: string) => ({ stored, rootThere });

  it('is what the chain has after the last line', () => {
    expect(following(undefined, chain([first, second]))).toEqual([first, second]);
    expect(following(first, chain([first, second]))).toEqual([second]);
    expect(following(first, chain([]))).toEqual([]);
  });

  it('is nothing once the chain does not lead through the last line', () => {
    expect(() => following(first, chain([{ ...first, hash: hash(9) }], first.root))).toThrow(
      'no longer leads',
    );
    expect(() => following(first, chain([second], hash(9)))).toThrow('no longer leads');
    expect(() => following(first, chain([], hash(9)))).toThrow('no longer leads');
  });

  it('goes on from the end of a day that no later event has closed yet', () => {
    expect(following(first, chain([], first.root))).toEqual([]);
    expect(following(first, chain([second], first.root))).toEqual([second]);
  });
});

describe('a day', () => {
  it('is over some minutes after midnight UTC, wherever people are', () => {
    const over = (now: string) => isOver('2026-11-20', new Date(now));
    expect(['2026-11-20T23:59:59Z', '2026-11-21T00:09:59Z'].map(over)).toEqual([false, false]);
    expect(['2026-11-21T00:10:00Z', '2026-11-23T08:00:00Z'].map(over)).toEqual([true, true]);
  });
});
