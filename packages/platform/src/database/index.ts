export * from './database.js';
export { type Migration, migrate } from './migrate.js';
