export { ageOf, isAhead } from './clock.js';
