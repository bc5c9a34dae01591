// Builds what has changed: packages and services with the TypeScript compiler, the web app with Vite.
import { fileURLToPath } from 'node:url';
import { build } from './tasks/build.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const built = await build().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
console.log(built.length > 0 ? `built ${built.join(' and ')}` : 'everything is up to date');
