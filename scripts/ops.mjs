// Operator commands against the house that runs on DATA_DIR, or against what the environment names:
// npm run ops -- register-user | register-users | grant-staff | revoke-staff | erase-person
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../command-service/dist/operator/main.js', import.meta.url));
const file = join(
  process.env.DATA_DIR ?? fileURLToPath(new URL('../.data', import.meta.url)),
  'operator.json',
);
if (!existsSync(entry)) {
  console.error('Build first: npm run build');
  process.exit(1);
}
if (!existsSync(file) && process.env.DATABASE_URL === undefined) {
  console.error(
    'No house has run here yet. Start it with npm start, or set DATABASE_URL, EVENTSTORE_URL and VAULT_MASTER_KEY.',
  );
  process.exit(1);
}
const found = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
const { status } = spawnSync(process.execPath, ['--no-warnings', entry, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...found, ...process.env },
});
process.exit(status ?? 1);
