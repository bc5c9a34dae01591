import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(html|js|css|svg|txt|json)$/;
const brotli = (bytes: Buffer) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } });

/** Writes `.br` and `.gz` next to each text file at build time, so that the server compresses nothing. */
export const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  async closeBundle() {
    const root = this.environment.config.build.outDir;
    const directory = join(this.environment.config.root, root);
    const files = await readdir(directory, { recursive: true, withFileTypes: true });
    await Promise.all(
      files
        .filter((file) => file.isFile() && compressible.test(file.name))
        .map(async (file) => {
          const path = join(file.parentPath, file.name);
          const bytes = await readFile(path);
          await Promise.all([
            writeFile(`${path}.br`, brotli(bytes)),
            writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 })),
          ]);
        }),
    );
  },
});
