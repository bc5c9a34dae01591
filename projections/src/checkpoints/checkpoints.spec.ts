import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseCopy } from '../audit/copied-checkpoints.js';
import { named } from '../read-models/log-chain/checkpoint.js';
import { stateKey, trustedKeys } from './key-statement.js';
import { isDue, usualCadence } from './make-checkpoint.js';
import { isSound, signCheckpoint } from './sign-checkpoint.js';
import { signingKeyIn, signingKeyOfFile } from './signing-key.js';

const keyIn = () => {
  const directory = mkdtempSync(join(tmpdir(), 'key-'));
  const path = join(directory, 'checkpoint-key');
  return { path, key: signingKeyOfFile(path), remove: () => rmSync(directory, { recursive: true }) };
};
const [{ key: first }, { key: second }, { key: stranger }] = [keyIn(), keyIn(), keyIn()];
const [morning, noon] = [new Date('2026-11-24T09:00:00Z'), new Date('2026-11-24T12:00:00Z')];
const hash = (digit: number) => String(digit).repeat(64);
const facts = {
  position: '812',
  count: 640,
  time: noon.toISOString(),
  chain: hash(1),
  root: hash(2),
  concepts: hash(3),
  previous: null,
};
const said = { log: 'an-event', version1: 12 };
const signedBy = (key = first) => signCheckpoint(facts, said, key);

describe('the key of checkpoints', () => {
  it('is created once, and only its owner can read it', () => {
    const { path, key, remove } = keyIn();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(signingKeyOfFile(path).id).toBe(key.id);
    expect(signingKeyIn(readFileSync(path, 'utf8').trim(), 'CHECKPOINT_KEY').id).toBe(key.id);
    remove();
  });

  it('is required again, without quoting it, when it is invalid', () => {
    expect(() => signingKeyIn('c2VjcmV0', 'CHECKPOINT_KEY')).toThrow(
      /^Wrong configuration: CHECKPOINT_KEY must be/,
    );
    const { path, remove } = keyIn();
    writeFileSync(path, 'half a key');
    expect(() => signingKeyOfFile(path)).toThrow(path);
    remove();
  });

  it('is trusted when it is the first, or was signed by one that is', () => {
    const statements = [stateKey(first, morning, undefined), stateKey(second, noon, first)];
    expect([...trustedKeys(statements).keys()]).toEqual([first.id, second.id]);
    expect([...trustedKeys(statements.toReversed()).keys()]).toEqual([first.id, second.id]);
    // The clock was ahead when the first one was made.
    const reversed = [stateKey(first, noon, undefined), stateKey(second, morning, first)];
    for (const given of [reversed, reversed.toReversed()]) {
      expect([...trustedKeys(given).keys()]).toEqual([first.id, second.id]);
    }
    const alone = stateKey(stranger, noon, undefined);
    const borrowed = { ...stateKey(stranger, noon, stranger), predecessor: first.id };
    for (const forged of [alone, borrowed]) {
      expect([...trustedKeys([stateKey(first, morning, undefined), forged]).keys()]).toEqual([first.id]);
    }
  });
});

describe('a signed checkpoint', () => {
  const keys = trustedKeys([stateKey(first, morning, undefined)]);

  it('is valid as signed, and invalid once any part of it changes', () => {
    const checkpoint = signedBy();
    expect(isSound(checkpoint, keys)).toBe(true);
    const { signed } = checkpoint;
    if (!signed) throw new Error('signed');
    const altered = [
      { position: '813' },
      { count: 641 },
      { time: morning.toISOString() },
      { chain: hash(9) },
      { root: hash(9) },
      { concepts: hash(9) },
      { previous: hash(9) },
      { signed: { ...signed, log: 'another' } },
      { signed: { ...signed, version1: 13 } },
      { signed: { ...signed, key: second.id } },
      { signed: { ...signed, signature: Buffer.alloc(64).toString('base64') } },
    ];
    for (const part of altered) {
      expect(isSound({ ...checkpoint, ...part }, keys)).toBe(false);
      expect(isSound(named({ ...checkpoint, ...part }), keys)).toBe(false);
    }
  });

  it('is refused in a copy unless a key of that copy has signed it', () => {
    const key = stateKey(first, morning, undefined);
    const copy = (...lines: object[]) => lines.map((line) => JSON.stringify(line)).join('\n');
    expect(parseCopy(copy({ key }, signedBy()))).toEqual({ checkpoints: [signedBy()], keys: [key] });
    for (const forged of [copy(signedBy()), copy({ key }, signedBy(stranger))])
      expect(() => parseCopy(forged)).toThrow('was not signed by a key');
  });
});

describe('a checkpoint is due', () => {
  const newest = { count: 5_000, time: morning.toISOString() };
  const after = (count: number, minutes: number) =>
    isDue({ count }, newest, new Date(morning.getTime() + minutes * 60_000), usualCadence);

  it('at once when there is none, after 1,000 events, and after an hour with any', () => {
    expect(isDue({ count: 1 }, undefined, morning, usualCadence)).toBe(true);
    expect([after(5_999, 59), after(6_000, 1), after(5_001, 60)]).toEqual([false, true, true]);
    expect(after(5_000, 600)).toBe(false);
  });

  it('as often as the site and its documentation say', () => {
    expect(usualCadence).toEqual({ events: 1_000, milliseconds: 3_600_000 });
    const said = {
      'docs/architecture.md':
        'an hour after the last one if there was any event, and after every 1,000 events',
      'docs/proof.md': 'an hour after the last one if there was any event, and after every 1,000 events',
      'web/src/features/verify/proved.tsx': 'We publish one every hour.',
      'web/src/features/verify/verify.tsx': '>Published checkpoints<',
    };
    for (const [file, words] of Object.entries(said)) {
      const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8').replace(/\s+/g, ' ');
      expect(text.includes(words), `${file}: ${words}`).toBe(true);
    }
  });

  it('also when the clock was set back behind the newest one by as much', () => {
    expect([after(5_001, -59), after(5_001, -60), after(5_000, -60)]).toEqual([false, true, false]);
  });
});
