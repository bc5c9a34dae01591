import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '@groundswell/platform';
import type { Storage } from './storage.js';

/** Files in one directory. Written under a temporary name and renamed, so that no one reads half an image. */
export const diskStorage = (directory: string): Storage => ({
  async put(name, content) {
    await mkdir(directory, { recursive: true });
    const unfinished = join(directory, `.${name}.${randomUUID()}`);
    await writeFile(unfinished, content, { flush: true });
    await rename(unfinished, join(directory, name));
  },
  async get(name) {
    try {
      return await readFile(join(directory, name));
    } catch (fault) {
      if (codeOf(fault) === 'ENOENT') return undefined;
      throw fault;
    }
  },
});
