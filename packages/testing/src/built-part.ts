import { fileURLToPath } from 'node:url';

/** Path of a built entry of `packages/embedded`, which this package does not depend on. */
export const builtPart = (part: string): string =>
  fileURLToPath(new URL(`../../embedded/dist/${part}/main.js`, import.meta.url));
