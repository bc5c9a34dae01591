// Operator commands for the instance on DATA_DIR, or for the services that the environment names: npm run ops --
// help
// Also part of the image, so it imports only Node and build output.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const inRepository = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
/** Each deployable runs its own commands, because deployables do not import each other. */
const rooms = ['projections', 'query-service', 'workers', 'command-service'];
const usageCode = 2;
const unavailableCode = 69;
const configurationCode = 78;
const interruptedCode = 130;

const wantsJson = process.argv.includes('--json');

/**
 * Milliseconds between progress messages while a command starts. Once started, the command reports its own progress.
 */
const betweenWords = 2_500;
const starting = setInterval(
  () => console.error(`The command is starting (${Math.round(performance.now() / 1_000)} s).`),
  betweenWords,
);
starting.unref();

const fail = (message, code) => {
  if (wantsJson) console.log(JSON.stringify({ error: message, exitCode: code }, null, 2));
  else console.error(message);
  process.exit(code);
};

/**
 * Exits with 70, because Node's default of 1 is a regular result. Self-contained: its source is passed to the child
 * process.
 */
const fallOver = (fault) => {
  const document = { error: `It failed: ${fault?.stack ?? fault}`, exitCode: 70 };
  if (process.argv.includes('--json')) console.log(JSON.stringify(document, null, 2));
  else console.error(document.error);
  process.exit(document.exitCode);
};
process.on('uncaughtException', fallOver);
const fallingOver = encodeURIComponent(`process.on('uncaughtException', ${fallOver})`);

const built = (path) => {
  const file = inRepository(path);
  if (!existsSync(file)) fail('Build first: npm run build', configurationCode);
  return pathToFileURL(file).href;
};

const { commandOf, groupOf, helpOf, helpOfAll, helpOfGroup, suggest } = await import(
  built('packages/platform/dist/operator/words.js')
);
const definitions = [];
const roomOf = new Map();
for (const room of rooms) {
  const { catalogue } = await import(built(`${room}/dist/operator/catalogue.js`));
  for (const definition of catalogue) roomOf.set(definition, room);
  definitions.push(...catalogue);
}

const words = process.argv.slice(2);
const asked = words[0] === 'help' ? words.slice(1) : words;
const definition = commandOf(asked, definitions);
const wantsHelp = words[0] === 'help' || words.includes('--help');
const named = asked.filter((word) => !word.startsWith('-'));

const printHelp = (found, text) => {
  console.log(wantsJson ? JSON.stringify(found, null, 2) : text);
  process.exit(0);
};

if (!definition) {
  if (named.length === 0) printHelp(definitions, helpOfAll(definitions));
  const group = named.length === 1 ? groupOf(named, definitions) : [];
  if (group.length > 0 && wantsHelp) printHelp(group, helpOfGroup(group));
  if (group.length > 0) fail(`"${named[0]}" needs one more word:\n${helpOfGroup(group)}`, usageCode);
  const meant = suggest(
    named.slice(0, 2).join(' '),
    definitions.map(({ name }) => name),
  );
  const others =
    meant.length > 0
      ? meant
      : suggest(
          named[0],
          definitions.map(({ name }) => name),
        );
  const hint = others.length > 0 ? ` Did you mean ${others.map((name) => `"${name}"`).join(' or ')}?` : '';
  fail(
    `There is no command "${named.slice(0, 2).join(' ')}".${hint}\nnpm run ops -- help lists all of them.`,
    usageCode,
  );
}
if (wantsHelp) printHelp(definition, helpOf(definition));

const directory = process.env.DATA_DIR ?? inRepository('.data');
const file = join(directory, 'operator.json');

/** When a process began, as the launcher writes it into its lock, where the system shows it. */
const beginningOf = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
};

/** Whether a launcher has locked the data directory. After a restart of the machine another process may have its number. */
const isRunning = () => {
  try {
    const { pid, begun } = JSON.parse(readFileSync(join(directory, 'instance.lock'), 'utf8'));
    return (begun === undefined || begun === beginningOf(pid)) && process.kill(pid, 0);
  } catch (fault) {
    // The process exists and belongs to another user.
    return fault.code === 'EPERM';
  }
};
if (!existsSync(file) && process.env.DATABASE_URL === undefined) {
  if (isRunning()) {
    fail(
      `An instance is starting on ${directory}. Run this again once npm start says that it is ready. If it already does, it could not write operator.json.`,
      unavailableCode,
    );
  }
  fail(
    `Nothing is running on ${directory}. Start it with npm start, or set DATABASE_URL, EVENTSTORE_URL and the other variables the command needs.`,
    configurationCode,
  );
}
const instanceFound = () => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (fault) {
    if (fault.code !== 'EACCES') throw fault;
    return fail(`${file} belongs to another user. Run this command as that user.`, configurationCode);
  }
};
const found = existsSync(file) ? instanceFound() : {};

const isOursAlone = process.env.DATABASE_URL === undefined && process.env.EVENTSTORE_URL === undefined;
const absence = isOursAlone && !isRunning() ? { NOTHING_RUNS_ON: directory } : {};
const entry = fileURLToPath(built(`${roomOf.get(definition)}/dist/operator/main.js`));
const child = spawn(
  process.execPath,
  ['--no-warnings', `--import=data:text/javascript,${fallingOver}`, entry, ...words],
  {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...found, ...process.env, ...absence, OPERATOR_BEGAN: String(performance.timeOrigin) },
  },
);
child.once('message', () => clearInterval(starting));
// A terminal sends Ctrl-C to the child as well, and a second SIGINT would end the child before it has cleaned up.
// SIGTERM has the same meaning to it, and the terminal does not send one.
let told = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    told = true;
    child.kill('SIGTERM');
  });
}
child.once('close', (code, signal) => {
  clearInterval(starting);
  if (code !== null) process.exit(code);
  if (told) fail('Interrupted.', interruptedCode);
  fail(`Its process was ended by ${signal}.`, 128 + constants.signals[signal]);
});
