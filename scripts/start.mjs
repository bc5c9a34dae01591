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

try {
  await install();
  console.log('Groundswell');
  const started = performance.now();
  const built = await build();
  const note = built.length === 0 ? ' (up to date)' : '';
  console.log(`  built${note}  ${((performance.now() - started) / 1_000).toFixed(1)} s`);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
await import('../packages/embedded/dist/launcher/main.js');
