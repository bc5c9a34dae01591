import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const built = new URL('../../dist/process/heap.js', import.meta.url).href;

/**
 * Floods the heap for a second, then uses little for eleven, in which it is collected twice. Prints the mebibytes of memory at its
 * most and in the end, and the kilobytes of bytecode before and after, of functions that are called once and kept.
 */
const flood = `
  import { setTimeout as pause } from 'node:timers/promises';
  import { getHeapCodeStatistics } from 'node:v8';
  const { giveMemoryBack } = await import('${built}');
  giveMemoryBack();
  const mebibytes = () => process.memoryUsage.rss() / 2 ** 20;
  const kilobytes = () => getHeapCodeStatistics().bytecode_and_metadata_size / 1_000;
  const kept = Array.from({ length: 5_000 }, (_, index) => new Function('of', 'return of + ' + index + ' * of'));
  kept.forEach((each) => each(1));
  const compiled = kilobytes();
  let held = [];
  for (let round = 0; round < 120; round += 1) {
    for (let index = 0; index < 20_000; index += 1) held.push({ index, list: [index], text: 'y' + index });
    if (held.length > 900_000) held = [];
  }
  held = [];
  const most = mebibytes();
  for (let round = 0; round < 440; round += 1) {
    for (let index = 0; index < 1_500; index += 1) held.push({ index, text: 'z' + index });
    held = [];
    await pause(25);
  }
  console.log(most, mebibytes(), compiled, kilobytes(), kept.length);`;

it('memory that a flood took is given back while requests go on, and no compiled code with it', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', flood], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
  });
  const [most = 0, left = 0, compiled = 0, stillCompiled = 0] = stdout.split(' ').map(Number);
  expect(most).toBeGreaterThan(120);
  expect(left).toBeLessThan(100);
  // What only creates a function is done with; all that was compiled would be a fiftieth.
  expect(stillCompiled / compiled).toBeGreaterThan(0.5);
});
