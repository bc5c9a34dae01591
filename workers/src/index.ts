export { operate } from './operator/operate.js';
export { openPriceDatabase } from './prices/open-price-database.js';
export { type RunOptions, runNow } from './prices/run-now.js';
export { brokerClients } from './prices/variables.js';
