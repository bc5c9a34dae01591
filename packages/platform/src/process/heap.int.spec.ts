import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const built = new URL('../../dist/process/heap.js', import.meta.url).href;

/** Floods the heap for a second, then uses little for eight, and prints the mebibytes of memory at its most and in the end. */
const flood = `
  import { setTimeout as pause } from 'node:timers/promises';
  const { giveMemoryBack } = await import('${built}');
  giveMemoryBack();
  const mebibytes = () => process.memoryUsage.rss() / 2 ** 20;
  let held = [];
  for (let round = 0; round < 120; round += 1) {
    for (let index = 0; index < 20_000; index += 1) held.push({ index, list: [index], text: 'y' + index });
    if (held.length > 900_000) held = [];
  }
  held = [];
  const most = mebibytes();
  for (let round = 0; round < 320; round += 1) {
    for (let index = 0; index < 1_500; index += 1) held.push({ index, text: 'z' + index });
    held = [];
    await pause(25);
  }
  console.log(most, mebibytes());`;

it('memory that a flood took is given back while requests go on', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', flood], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
  });
  const [most = 0, left = 0] = stdout.split(' ').map(Number);
  expect(most).toBeGreaterThan(120);
  expect(left).toBeLessThan(100);
});
