// Bundles a process into a few files, so that it does not open some two thousand files when it starts, and compiles
// its libraries.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const nextToThis = (name) => fileURLToPath(new URL(name, import.meta.url));

/**
 * Entries started as separate processes while someone waits, except those that locate files relative to themselves.
 */
const entries = {
  'command-service': ['main', 'operator/main'],
  'query-service': ['main', 'operator/main'],
  projections: ['main', 'operator/main'],
  workers: ['main', 'operator/main'],
  'packages/broker-sandbox': ['main'],
  'packages/embedded': ['launcher/main', 'infrastructure/main', 'event-store/main', 'gateway/main'],
};

/** Exit codes of an operator command without words, and of a service with a wrong configuration. */
const usageCode = 2;
const configurationCode = 78;

/** Packages with native code. */
const leftOut = /^(@node-rs\/argon2|sharp|msgpackr-extract|pg-native)($|\/)/;

/** NestJS and pg import optional packages and work without them. */
const isOptional = (log) => log.code === 'UNRESOLVED_IMPORT' && log.id?.includes('node_modules');

/** A module that one entry imports lazily may be imported eagerly by another. */
const isImportedAnyway = (log) => log.code === 'INEFFECTIVE_DYNAMIC_IMPORT';

const heedWarnings = (level, log, next) => {
  if (level === 'warn' && !isOptional(log) && !isImportedAnyway(log)) throw new Error(log.message);
  next(level === 'warn' ? 'debug' : level, log);
};

/** Node searches a file that names a source map for its lines, which takes long in one of some megabytes. */
const mapsName = /\n\/\/# sourceMappingURL=\S*\s*$/;

const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * V8 keeps a text with one letter beyond Latin in two bytes for each letter: seven more megabytes for the largest libraries. A letter
 * after an odd number of backslashes is escaped without need.
 */
const inAscii = (code) => {
  // As an escape, they would no longer end a line.
  if (/[\u2028\u2029]/.test(code)) throw new Error('A library has a line separator that is not escaped.');
  return code.replace(
    /(\\*)([^\0-\x7f])/g,
    (_all, slashes, unit) => slashes.slice(slashes.length % 2) + escaped(unit),
  );
};

const libraryLoader = readFileSync(nextToThis('library-loader.cjs'), 'utf8');

/**
 * Node reads the source maps of everything it loads. These point to the source files and need not contain them, and
 * libraries have none. A loader takes the place of libraries, which are next to it.
 */
const slimMaps = {
  name: 'slim-maps',
  generateBundle(_options, files) {
    for (const [name, file] of Object.entries(files)) {
      if (name.includes('libraries')) {
        if (name.endsWith('.map')) {
          delete files[name];
          continue;
        }
        const source = inAscii(file.code.replace(mapsName, '\n'));
        this.emitFile({ type: 'asset', fileName: name.replace('.cjs', '.code.js'), source });
        file.code = libraryLoader;
        continue;
      }
      if (!name.endsWith('.map')) continue;
      const { sourcesContent, ...map } = JSON.parse(file.source);
      file.source = JSON.stringify(map);
    }
  },
};

/**
 * Runs after the new files are written, so a part of a running instance that starts meanwhile still finds its
 * imports.
 */
const forgetOlder = (directory, written) => {
  if (!existsSync(join(directory, 'bundled'))) return;
  for (const name of readdirSync(join(directory, 'bundled'))) {
    if (!written.has(`bundled/${name}`)) rmSync(join(directory, 'bundled', name));
  }
};

/** Bundles one entry separately, so that it does not load and compile code that only other entries need. */
const bundleEntry = async (room, name) => {
  const made = await rolldown({
    cwd: resolve(room),
    input: { [name]: `./src/${name}.ts` },
    platform: 'node',
    external: (id) => isBuiltin(id) || leftOut.test(id),
    resolve: { conditionNames: ['source', 'node'] },
    onLog: heedWarnings,
    // On a busy machine every build is slow.
    checks: { bundlerTimings: false },
    // Node has `navigator` from version 21 on. Without it, pg creates a Response to detect its environment, which
    // loads all of `fetch`.
    transform: { define: { navigator: '{"userAgent":"Node.js"}' } },
    plugins: [slimMaps],
  });
  const { output } = await made.write({
    dir: resolve(room, 'dist'),
    // Node keeps what V8 compiled of scripts, and not of modules.
    format: 'cjs',
    sourcemap: true,
    // Logs show class names of errors and injected dependencies.
    keepNames: true,
    comments: { legal: true, annotation: false, jsdoc: false },
    entryFileNames: '[name].cjs',
    codeSplitting: { groups: [{ name: 'libraries', test: /node_modules/ }] },
    chunkFileNames: 'bundled/[name]-[hash].cjs',
  });
  await made.close();
  const entry = resolve(room, 'dist', `${name}.js`);
  writeFileSync(
    entry,
    `import { createRequire } from 'node:module';\ncreateRequire(import.meta.url)('./${basename(name)}.cjs');\n`,
  );
  await compileLibraries(entry);
  return output.flatMap(({ fileName }) => [fileName, `${fileName}.compiled`]);
};

/**
 * Starts an entry with a port that it refuses, and keeps what V8 compiled until then: a process that starts with it
 * needs half the time.
 */
const compileLibraries = async (entry) => {
  const words = ['--no-warnings', '--require', nextToThis('keep-compiled.cjs'), entry];
  const child = spawn(process.execPath, words, { env: { PORT: 'none' }, stdio: 'ignore' });
  const [code] = await once(child, 'close');
  if (![usageCode, configurationCode].includes(code)) throw new Error(`${entry} ended with ${code}.`);
};

const bundleRoom = async ([room, names]) => {
  const written = [];
  for (const name of names) written.push(...(await bundleEntry(room, name)));
  forgetOlder(resolve(room, 'dist'), new Set(written));
};

/** Writes each bundled entry to the path where the compiler put it, so callers start it the same way. */
export const bundle = async () => {
  await Promise.all(Object.entries(entries).map(bundleRoom));
};
