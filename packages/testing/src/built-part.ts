import { fileURLToPath } from 'node:url';

/** Path of a built entry of `packages/embedded`, found by path: this package depends on nothing of ours. */
export const builtPart = (part: string): string =>
  fileURLToPath(new URL(`../../embedded/dist/${part}/main.js`, import.meta.url));
