import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openJournal } from './file-journal.js';

let directory: string;
const path = () => join(directory, 'journal.jsonl');
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sandbox-journal-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const written = async (...commits: unknown[]) => {
  const { journal } = openJournal(directory);
  for (const commit of commits) journal.write(commit);
  await journal.close();
};

describe('the journal', () => {
  it('returns what was written, in order, over many openings', async () => {
    await written([{ a: 1 }], [{ b: 'ä\n' }]);
    await written([{ c: 3 }]);
    expect(openJournal(directory).commits).toEqual([[{ a: 1 }], [{ b: 'ä\n' }], [{ c: 3 }]]);
  });

  it('has a commit in the file as soon as write returns, before any flush', () => {
    const { journal } = openJournal(directory);
    journal.write([{ a: 1 }]);
    expect(readFileSync(path(), 'utf8')).toBe('[{"a":1}]\n');
  });

  it('drops a line that was cut off, and writes on from before it', async () => {
    await written([{ a: 1 }]);
    appendFileSync(path(), `[{"half":"${'x'.repeat(100)}`);
    await written([{ b: 2 }]);
    expect(openJournal(directory).commits).toEqual([[{ a: 1 }], [{ b: 2 }]]);
  });

  it('does not start on a file that is damaged in the middle', async () => {
    await written([{ a: 1 }], [{ b: 2 }]);
    writeFileSync(path(), readFileSync(path(), 'utf8').replace('"a"', 'a"'));
    expect(() => openJournal(directory)).toThrow('damaged at line 1');
  });

  it('shares flushes among waiting writers, and releases no one before their own', async () => {
    const { journal } = openJournal(directory);
    const waits = Array.from({ length: 50 }, (_, index) => {
      journal.write([{ index }]);
      return journal.durable();
    });
    await Promise.all(waits);
    expect(new Set(waits).size).toBeLessThan(50);
    await journal.close();
    expect(openJournal(directory).commits).toHaveLength(50);
  });
});
