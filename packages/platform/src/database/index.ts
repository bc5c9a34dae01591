export { Copy, CopyIn } from './copy.js';
export * from './database.js';
export { type Migration, migrate } from './migrate.js';
