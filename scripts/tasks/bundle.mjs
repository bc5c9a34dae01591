// Makes one file of what a process runs, so that it opens a handful of files when it starts instead of some two thousand.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';

/** Every entry that is started as a process of its own while someone waits, but for those that find files next to them. */
const entries = {
  'command-service': ['main', 'operator/main'],
  'query-service': ['main', 'operator/main'],
  projections: ['main', 'operator/main'],
  workers: ['main', 'operator/main'],
  'packages/broker-sandbox': ['main'],
  'packages/embedded': ['launcher/main', 'infrastructure/main', 'event-store/main', 'gateway/main'],
};

/** These carry machine code. */
const leftOut = /^(@node-rs\/argon2|sharp|msgpackr-extract|pg-native)($|\/)/;

/** NestJS and pg ask for packages that may be there, and do without them. */
const isOptional = (log) => log.code === 'UNRESOLVED_IMPORT' && log.id?.includes('node_modules');

/** What one entry imports when it needs it may be needed by another at once. */
const isImportedAnyway = (log) => log.code === 'INEFFECTIVE_DYNAMIC_IMPORT';

const heedWarnings = (level, log, next) => {
  if (level === 'warn' && !isOptional(log) && !isImportedAnyway(log)) throw new Error(log.message);
  next(level === 'warn' ? 'debug' : level, log);
};

/** Node reads the maps of all that it loads: they lead to our own files, and need not hold what is in those. */
const slimMaps = {
  name: 'slim-maps',
  generateBundle(_options, files) {
    for (const [name, file] of Object.entries(files)) {
      if (!name.endsWith('.map')) continue;
      if (name.includes('libraries')) {
        delete files[name];
        continue;
      }
      const { sourcesContent, ...map } = JSON.parse(file.source);
      file.source = JSON.stringify(map);
    }
  },
};

/** Only now: a part of a running instance that starts meanwhile still finds what it imports. */
const forgetOlder = (directory, written) => {
  if (!existsSync(join(directory, 'bundled'))) return;
  for (const name of readdirSync(join(directory, 'bundled'))) {
    if (!written.has(`bundled/${name}`)) rmSync(join(directory, 'bundled', name));
  }
};

/** One entry by itself: what others of its room need would be read and compiled at each start as well. */
const bundleEntry = async (room, name) => {
  const made = await rolldown({
    cwd: resolve(room),
    input: { [name]: `./src/${name}.ts` },
    platform: 'node',
    external: (id) => isBuiltin(id) || leftOut.test(id),
    resolve: { conditionNames: ['source', 'node'] },
    onLog: heedWarnings,
    // Node has it from version 21 on. Where it is missing, pg makes a response to see where it runs, for which all of `fetch` is loaded.
    transform: { define: { navigator: '{"userAgent":"Node.js"}' } },
    plugins: [slimMaps],
  });
  const { output } = await made.write({
    dir: resolve(room, 'dist'),
    format: 'esm',
    sourcemap: true,
    // Errors and what is injected are called by their names in logs.
    keepNames: true,
    entryFileNames: '[name].js',
    codeSplitting: { groups: [{ name: 'libraries', test: /node_modules/ }] },
    chunkFileNames: 'bundled/[name]-[hash].js',
  });
  await made.close();
  return output.map(({ fileName }) => fileName);
};

/** Puts each entry where the compiler put it, with all that it imports: anyone who starts one need not know. */
export const bundle = async () => {
  for (const [room, names] of Object.entries(entries)) {
    const written = [];
    for (const name of names) written.push(...(await bundleEntry(room, name)));
    forgetOlder(resolve(room, 'dist'), new Set(written));
  }
};
