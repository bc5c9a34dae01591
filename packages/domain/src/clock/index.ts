export { isAhead } from './clock.js';
