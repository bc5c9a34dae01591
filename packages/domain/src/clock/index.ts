export { ageOf, clockDifference, isAhead } from './clock.js';
