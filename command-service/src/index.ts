export { configSchema } from './config.js';
