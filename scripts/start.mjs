// Starts the whole instance: installs what is missing, builds what has changed, then starts all services.
import { fileURLToPath } from 'node:url';
import { build } from './tasks/build.mjs';
import { install } from './tasks/install.mjs';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19) || major === 21 || (major === 22 && minor < 12)) {
  console.error(
    `Groundswell needs Node 20.19 or later, or 22.12 or later. This is ${process.versions.node}.`,
  );
  process.exit(1);
}
process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const timed = async (name, work) => {
  const started = performance.now();
  const done = await work();
  const note = done === false || done?.length === 0 ? ' (up to date)' : '';
  console.log(`  ${name}${note}  ${((performance.now() - started) / 1_000).toFixed(1)} s`);
};

console.log('Groundswell');
try {
  await timed('installed', install);
  await timed('built', build);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
await import('../packages/embedded/dist/launcher/main.js');
