export { type Catalogue, catalogueMadeBy, readCatalogues } from './catalogue.js';
export { isConnectionLoss, isExhausted, isOutage, lackOf } from './connection-loss.js';
export { Copy, CopyIn } from './copy.js';
export { type Fault, faultsOf, faultsText } from './damage.js';
export * from './database.js';
export { type Migration, makeRoom, migrate } from './migrate.js';
export { identifier, type Sql, type TransactionOptions } from './sql.js';
export { isStructural, unlessStructural } from './structural.js';
export { together, withSignsOfLife } from './transaction.js';
