import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// The bundle of this program lies as deep as this file.
const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Built entries: of a part of this package, of a service by its folder, and others. */
export const entryOf = {
  embedded: (part: string): string => join(root, 'packages/embedded/dist', part, 'main.js'),
  service: (room: string): string => join(root, room, 'dist/main.js'),
  web: join(root, 'web/dist/server/main.js'),
  operator: join(root, 'command-service/dist/operator/main.js'),
};
