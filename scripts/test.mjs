// The whole test run. Grows with the house.
import { execFileSync } from 'node:child_process';

const run = (file, ...args) => execFileSync(process.execPath, [file, ...args], { stdio: 'inherit' });

run('node_modules/typescript/bin/tsc', '-b', '--pretty');
