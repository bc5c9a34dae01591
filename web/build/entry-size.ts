import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** Compressed kilobytes of script that every screen waits for. Raise it only deliberately. */
const budget = 123.5;

/** Adds up what the document loads before the first paint. Exceeding the budget fails the build. */
export const entrySize = (): Plugin => ({
  name: 'entry-size',
  apply: 'build',
  generateBundle(_options, bundle) {
    const wanted = new Set<string>();
    const add = (name: string) => {
      const chunk = bundle[name];
      if (chunk?.type !== 'chunk' || wanted.has(name)) return;
      wanted.add(name);
      for (const imported of chunk.imports) add(imported);
    };
    for (const [name, chunk] of Object.entries(bundle))
      if (chunk.type === 'chunk' && chunk.isEntry) add(name);
    const bytes = [...wanted].reduce(
      (sum, name) => sum + gzipSync((bundle[name] as Rolldown.OutputChunk).code, { level: 9 }).length,
      0,
    );
    const kilobytes = bytes / 1_000;
    if (kilobytes > budget)
      this.error(`The first script has ${kilobytes.toFixed(1)} kB compressed, more than ${budget}.`);
    this.info(`first script: ${kilobytes.toFixed(1)} kB compressed, of ${budget}`);
  },
});
